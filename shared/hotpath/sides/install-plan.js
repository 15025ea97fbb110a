import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix, relative, sep, dirname, isAbsolute, resolve } from 'node:path'
import picomatch from 'picomatch'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { readOptionalPackageJson, readPackageJson } from './package-json.js'

/** @import { PackageJson } from './package-json.js' */

/**
 * Settings of npm and pnpm for short retries. By default npm reports a missing network only after 90 s, and pnpm after 70 s.
 * pnpm 8 to 10 compare the two timeouts as words, so both need the same number of digits.
 */
export const RETRIES = ['fetch-retries=2', 'fetch-retry-mintimeout=1000', 'fetch-retry-maxtimeout=2000']

const NPM = ['--prefer-offline', '--no-audit', '--no-fund', ...RETRIES.map((setting) => `--${setting}`)]

const PNPM = ['--prefer-offline', ...RETRIES.map((setting) => `--config.${setting}`)]

const YARN = ['--non-interactive', '--prefer-offline']

/**
 * @typedef {object} Manager
 * @property {string} command
 * @property {string[]} locked arguments of an install that obeys the lock file
 * @property {string[]} free arguments of an install without a lock file, which writes one
 * @property {string} lock name of this lock file
 * @property {string[]} add arguments that add a package, whose NAME@VERSION follows
 */

/** @type {Record<'npm' | 'pnpm' | 'yarn' | 'berry' | 'bun', Manager>} */
const PACKAGE_MANAGERS = {
  npm: { command: 'npm', locked: ['ci', ...NPM], free: ['install', '--package-lock', ...NPM], lock: 'package-lock.json', add: ['install', ...NPM] },
  pnpm: { command: 'pnpm', locked: ['install', '--frozen-lockfile', ...PNPM], free: ['install', '--no-frozen-lockfile', ...PNPM], lock: 'pnpm-lock.yaml', add: ['add', '--ignore-workspace-root-check', '--config.catalog-mode=manual', ...PNPM] },
  yarn: { command: 'yarn', locked: ['install', '--frozen-lockfile', ...YARN], free: ['install', ...YARN], lock: 'yarn.lock', add: ['add', '--ignore-workspace-root-check', ...YARN] },
  // Berry is yarn 2 and later, which takes other arguments than yarn 1.
  berry: { command: 'yarn', locked: ['install', '--immutable'], free: ['install', '--no-immutable'], lock: 'yarn.lock', add: ['add'] },
  bun: { command: 'bun', locked: ['install', '--frozen-lockfile'], free: ['install'], lock: 'bun.lock', add: ['add'] },
}

/** Package manager of each lock file, by file name. @type {Record<string, 'npm' | 'pnpm' | 'yarn' | 'bun'>} */
const SUPPORTED_LOCK_FILES = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** Package managers that hotpath does not run, by the file names of their lock files. */
const UNSUPPORTED_LOCK_FILES = { 'deno.lock': 'deno' }

/** Configuration files beside the lock file that change which packages are installed. */
const PACKAGE_MANAGER_CONFIG_FILES = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.pnpmfile.mjs', 'bunfig.toml']

/** Environment variables that prevent questions and the setup of git hooks during an install, and make yarn use node_modules. */
export const INSTALL_ENVIRONMENT = {
  CI: 'true',
  HUSKY: '0',
  LEFTHOOK: '0',
  SKIP_INSTALL_SIMPLE_GIT_HOOKS: '1',
  YARN_NODE_LINKER: 'node-modules',
}

/** @param {string} folder @returns {boolean} */
function hasWorkspaces (folder) {
  return existsSync(join(folder, 'pnpm-workspace.yaml')) || Boolean(readOptionalPackageJson(join(folder, 'package.json'))?.workspaces)
}

/** @param {string} root of a workspace @returns {string[]} the globs of its members' folders */
function listWorkspaceGlobs (root) {
  const file = join(root, 'pnpm-workspace.yaml')
  const { workspaces } = readOptionalPackageJson(join(root, 'package.json')) ?? {}
  const globs = [workspaces?.packages ?? workspaces].flat().filter((glob) => typeof glob === 'string')
  return existsSync(file) ? [...globs, ...parsePnpmGlobs(readFileSync(file, 'utf8'))] : globs
}

/** Loads the library yaml only for a pnpm workspace: it is a seventh of the command's start. @type {() => typeof import('yaml')} */
const loadYaml = () => createRequire(import.meta.url)('yaml')

/** @param {string} text of pnpm-workspace.yaml @returns {string[]} its list `packages`; none in a broken file, which the install reports */
function parsePnpmGlobs (text) {
  const { contents, errors } = loadYaml().parseDocument(text, { logLevel: 'silent' })
  const { packages } = errors.length ? {} : Object(contents?.toJSON())
  return Array.isArray(packages) ? packages.filter((glob) => typeof glob === 'string') : []
}

/** @param {string} root @param {string} folder @returns {boolean} true for a member of its workspace */
function isWorkspaceMember (root, folder) {
  const path = relative(root, folder).replaceAll(sep, '/')
  const matches = (/** @type {string} */ glob) => picomatch.isMatch(path, posix.join(glob, '.').replace(/\/$/, ''))
  const globs = listWorkspaceGlobs(root)
  const isExcluding = (/** @type {string} */ glob) => /^!(?!\()/.test(glob)
  return globs.some((glob) => !isExcluding(glob) && matches(glob)) && !globs.some((glob) => isExcluding(glob) && matches(glob.slice(1)))
}

/** Fields of package.json that list dependencies. */
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/**
 * Finds the folders in which packages must be installed before the perf files can run.
 *
 * @param {string} top absolute, of the checkout
 * @param {string[]} perfFiles absolute
 * @returns {string[]} absolute, sorted
 */
export function findInstallFolders (top, perfFiles) {
  return [...new Set(perfFiles.flatMap((file) => findFoldersAbove(top, dirname(file))))].sort()
}

/** @param {string} top @param {string} from @returns {string[]} the folders to install for a perf file in `from`: one for each workspace */
function findFoldersAbove (top, from) {
  const upward = listPackageFolders(top, from)
  const main = findInstallFolder(top, from)
  const roots = upward.map((folder) => findWorkspaceRoot(upward, folder))
  const needed = [...new Set(roots)].filter((root) => root === main || hasWorkspaces(root) || hasDependencies(root))
  // With pnpm's shared-workspace-lockfile=false, the root may have no lock file, but its members have one each.
  return needed.map((root) => upward.findLast((folder, index) => roots[index] === root && hasLockFile(folder)) ?? root)
}

/** @param {string[]} upward @param {string} folder @returns {string} the topmost folder whose install includes `folder`, or `folder` */
function findWorkspaceRoot (upward, folder) {
  const above = upward.slice(upward.indexOf(folder) + 1).find((root) => isWorkspaceMember(root, folder))
  return above ? findWorkspaceRoot(upward, above) : folder
}

/** @param {string} top @param {string} from @returns {string | undefined} undefined where no package.json is */
export function findInstallFolder (top, from) {
  const upward = listPackageFolders(top, from)
  return upward.find(hasLockFile) ?? upward.find(hasWorkspaces) ?? upward[0]
}

/** @param {string} top @param {string} from @returns {string[]} `from` and the folders above that have a package.json, `from` first */
function listPackageFolders (top, from) {
  const upward = listFolderAndParents(top, from).filter((folder) => existsSync(join(folder, 'package.json')))
  // Keep a broken package.json at the top or beside a lock file: its install must report the error.
  return upward.filter((folder) => folder === upward.at(-1) || hasLockFile(folder) || readOptionalPackageJson(join(folder, 'package.json')))
}

/** @param {string} top @param {string} from @returns {string[]} `from` and the folders above it up to `top` */
export function listFolderAndParents (top, from) {
  return from === top || dirname(from) === from ? [from] : [from, ...listFolderAndParents(top, dirname(from))]
}

/** @param {string} folder @returns {boolean} */
export function hasLockFile (folder) {
  return Object.keys({ ...SUPPORTED_LOCK_FILES, ...UNSUPPORTED_LOCK_FILES }).some((name) => existsSync(join(folder, name)))
}

/** @param {string} folder @returns {boolean} @throws {HotpathError} if its package.json is broken */
function hasDependencies (folder) {
  const manifest = readPackageJson(join(folder, 'package.json'))
  return DEPENDENCIES.some((field) => Object.keys(manifest[field] ?? {}).length > 0)
}

/** Fields of package.json that decide which packages are installed. */
const CHOOSES = [...DEPENDENCIES, 'overrides', 'resolutions', 'pnpm', 'workspaces', 'packageManager']

/**
 * Names of the scripts in the user's package.json that a package manager runs at the end of an install, in their order. `preinstall` stays
 * with the install of the packages.
 */
const OWN_SCRIPTS = ['install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']

/** Pattern for install scripts that only set up git hooks. A comparison disables git hooks, so these scripts have no effect. */
const ONLY_HOOKS = /^\s*(?:husky|lefthook|simple-git-hooks)\b[^&;]*$/

/** Pattern for a script `preinstall` that only looks at the package manager or at Node. */
const ONLY_CHECKS = /\bonly-allow\b|\bcheck|^exit 0$/

/** Pattern for settings that make an install copy workspace packages instead of linking them. Base and head then need separate installs. */
const COPIES_WORKSPACE = /injected|inject-?workspace-?packages|install-?links/i

/** Pattern for a dependency on a local folder or packed file, such as file:../a.tgz. */
const LOCAL_PATH = /^(?:(?:file|link|portal):|(?=\.\.?\/))(.+)$/

/**
 * @typedef {object} InstallPlan
 * @property {string} folder absolute
 * @property {string} [lock] name of its lock file
 * @property {Manager} manager
 * @property {string[]} args of the install
 * @property {string} asked what package.json asks for
 * @property {string} content what decides which packages are installed
 * @property {string[]} outside files and folders above the checkout that package.json names, absolute
 * @property {OwnScripts[]} scripts that build the user's own packages after the install
 * @property {string} [ownBecause] why this install cannot serve another side
 */

/** @typedef {{ folder: string, names: string[] }} OwnScripts `folder`: absolute, of a package.json */

/**
 * Plans the install of a folder's packages: package manager, arguments and lock file.
 *
 * @param {string} folder absolute, with a package.json
 * @param {string} top absolute, of the checkout
 * @param {string} [preferred] lock file of the other side, which decides between several
 * @returns {InstallPlan | undefined} undefined where nothing has to be installed
 * @throws {HotpathError} for lock files that are unknown, or of several managers
 */
export function planInstall (folder, top, preferred) {
  const manifests = readManifests(folder)
  const chosen = manifests.map(({ path, manifest }) =>
    JSON.stringify([path, CHOOSES.map((field) => manifest[field]), manifest.scripts?.preinstall]))
  const scripts = orderByDependency(manifests).flatMap(({ path, manifest }) => {
    const names = listOwnScripts(manifest)
    return names.length ? [{ folder: join(folder, dirname(path)), names }] : []
  })
  const hasNone = manifests.every(({ manifest }) => CHOOSES.every((field) => !Object.keys(manifest[field] ?? {}).length))
  const builder = manifests.find(({ manifest }) => mayBuild(manifest.scripts?.preinstall))
  if (hasNone && !scripts.length && !builder) return undefined
  const { lock, manager } = choosePackageManager(folder, preferred)
  const isBeside = manager === PACKAGE_MANAGERS.pnpm && isBesideWorkspace(folder, top)
  // With shared-workspace-lockfile=false, pnpm writes a lock file for each member of a workspace.
  const memberLocks = manifests.slice(1).map(({ path }) => join(dirname(path), 'pnpm-lock.yaml'))
  // the lock file of bun has the paths of patches only
  const patches = Object.values(manifests[0].manifest.patchedDependencies ?? {}).map(String)
  const settings = [...PACKAGE_MANAGER_CONFIG_FILES, ...memberLocks, ...patches].filter((name) => existsSync(join(folder, name)))
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
  const outside = listDependenciesOutsideRepository(folder, top)
  // npm links a folder
  const isLinked = (/** @type {string} */ path) =>
    manager === PACKAGE_MANAGERS.npm && statSync(path, { throwIfNoEntry: false })?.isDirectory()
  const copies = listLocal(folder).some((path) => !outside.includes(path) && !isLinked(path)) ||
    [...chosen, ...settings].some((text) => COPIES_WORKSPACE.test(text))
  return {
    folder,
    lock,
    manager,
    args: [...lock ? manager.locked : manager.free, ...isBeside ? ['--ignore-workspace'] : []],
    asked: chosen.join('\n'),
    content: [lock ? `${lock}\n${readFileSync(join(folder, lock), 'utf8')}` : chosen.join('\n'), ...settings].join('\n\n'),
    outside,
    scripts: manager === PACKAGE_MANAGERS.berry ? scripts : scripts.map(withoutHooks),
    ownBecause: builder
      ? `the script preinstall of ${builder.path} may build files`
      : copies ? 'an install copies packages of this repository' : undefined,
  }
}

/** @param {string} folder @param {string} top @returns {boolean} true where pnpm 10 would install a workspace above instead of `folder` */
function isBesideWorkspace (folder, top) {
  const root = listFolderAndParents(top, folder).find((above) => existsSync(join(above, 'pnpm-workspace.yaml')))
  return root !== undefined && root !== folder && !isWorkspaceMember(root, folder)
}

/** @param {string} folder @returns {{ path: string, manifest: PackageJson }[]} its package.json and those of its workspace */
function readManifests (folder) {
  const members = hasWorkspaces(folder) ? listManifests(folder).filter((file) => isWorkspaceMember(folder, dirname(file))) : []
  const own = join(folder, 'package.json')
  const files = [own, ...members.filter((file) => file !== own && readOptionalPackageJson(file))]
  return files.map((file) => ({ path: relative(folder, file), manifest: readPackageJson(file) }))
}

/**
 * @param {string} folder of an install
 * @param {string} top of the checkout
 * @returns {string[]} the files and folders above the checkout on which its packages depend, absolute
 */
export function listDependenciesOutsideRepository (folder, top) {
  return listLocal(folder).filter((path) => relative(top, path).startsWith('..'))
}

/** @param {string} folder @returns {string[]} files and folders on which its packages depend, absolute */
function listLocal (folder) {
  return readManifests(folder).flatMap(({ path, manifest: { dependencies, devDependencies, optionalDependencies } }) =>
    Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap((specifier) => {
      const [, local] = String(specifier).match(LOCAL_PATH) ?? []
      return local && !isAbsolute(local) ? [resolve(folder, dirname(path), local)] : []
    }))
}

/** @param {string} folder @returns {string[]} every package.json but those in node_modules */
function listManifests (folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return ['node_modules', '.git'].includes(entry.name) ? [] : listManifests(join(folder, entry.name))
    return entry.name === 'package.json' ? [join(folder, entry.name)] : []
  })
}

/** @param {PackageJson} manifest @returns {string[]} */
function listOwnScripts ({ scripts }) {
  return OWN_SCRIPTS.filter((name) => scripts?.[name] && !ONLY_HOOKS.test(scripts[name]))
}

/** Leaves out what npm, pnpm, bun and yarn 1 run with another of the scripts. @param {OwnScripts} scripts @returns {OwnScripts} */
function withoutHooks ({ folder, names }) {
  const isHook = (/** @type {string} */ name) => name === 'postinstall'
    ? names.includes('install')
    : /^(?:pre|post)prepare$/.test(name) && names.includes('prepare')
  return { folder, names: names.filter((name) => !isHook(name)) }
}

/** @param {string} [preinstall] */
const mayBuild = (preinstall) => Boolean(preinstall) && !ONLY_HOOKS.test(String(preinstall)) && !ONLY_CHECKS.test(String(preinstall))

/**
 * @param {{ path: string, manifest: PackageJson }[]} manifests the root first
 * @returns {{ path: string, manifest: PackageJson }[]} each after the members that it depends on, the root last
 */
function orderByDependency ([root, ...members]) {
  /** @type {Set<{ path: string, manifest: PackageJson }>} */
  const ordered = new Set()
  const visit = (/** @type {typeof root} */ one, /** @type {typeof root[]} */ above) => {
    if (above.includes(one)) return
    const needed = DEPENDENCIES.flatMap((field) => Object.keys(one.manifest[field] ?? {}))
    for (const member of members) if (needed.includes(String(member.manifest.name))) visit(member, [...above, one])
    ordered.add(one)
  }
  for (const member of members) visit(member, [])
  return [...ordered, root]
}

/**
 * Calls a function while the user's own install scripts do nothing, so that an install serves all commits with the same lock file.
 *
 * @template T
 * @param {InstallPlan} plan
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withoutOwnScripts ({ folder }, run) {
  const files = readManifests(folder).flatMap(({ path, manifest }) => {
    const file = join(folder, path)
    const own = OWN_SCRIPTS.filter((name) => manifest.scripts?.[name])
    if (!own.length) return []
    const { atime, mtime } = statSync(file)
    const text = readFileSync(file)
    // `exit 0`, because npm runs node-gyp where a binding.gyp is there and no script `install`
    const idle = JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, ...Object.fromEntries(own.map((name) => [name, 'exit 0'])) } })
    writeFileSync(file, idle)
    return [{ file, text, idle, scripts: manifest.scripts, atime, mtime }]
  })
  try {
    return await run()
  } finally {
    for (const { file, text, idle, scripts, atime, mtime } of files) {
      const isUntouched = readFileSync(file, 'utf8') === idle
      writeFileSync(file, isUntouched ? text : JSON.stringify({ ...readPackageJson(file), scripts }))
      if (isUntouched) utimesSync(file, atime, mtime)
    }
  }
}

/**
 * @param {string} folder absolute, with a package.json
 * @param {string} [preferred] lock file that decides between several
 * @returns {{ lock?: string, manager: Manager }} `lock`: name of its lock file
 * @throws {HotpathError} for lock files that are unknown, or of several managers
 */
export function choosePackageManager (folder, preferred) {
  const manifest = readPackageJson(join(folder, 'package.json'))
  const lock = findLockFile(folder, manifest, preferred)
  return { lock, manager: findManager(folder, lock, manifest) }
}

/**
 * @param {string} folder
 * @param {PackageJson} manifest
 * @param {string} [preferred]
 * @returns {string | undefined} the name of its lock file
 */
function findLockFile (folder, manifest, preferred) {
  const isThere = (/** @type {string} */ name) => existsSync(join(folder, name))
  const locks = Object.entries(SUPPORTED_LOCK_FILES).filter(([name]) => isThere(name))
  const managers = new Set(locks.map(([, manager]) => manager))
  const wanted = String(manifest.packageManager ?? '').split('@')[0]
  const [lock] = locks.find(([name, manager]) => managers.size === 1 || manager === wanted || (!wanted && name === preferred)) ?? []
  if (lock) return lock
  if (locks.length) {
    throw new HotpathError('SEVERAL_LOCK_FILES', `${folder} has lock files of several package managers: ${locks.map(([name]) => name).join(', ')}. ` +
      'Expected one lock file. Remove the other lock files, or name the package manager in package.json: "packageManager": "npm@11.0.0"')
  }
  const [foreign, manager] = Object.entries(UNSUPPORTED_LOCK_FILES).find(([name]) => isThere(name)) ?? []
  if (foreign) throw new HotpathError('FOREIGN_LOCK_FILE', `${foreign} in ${folder} is a lock file of ${manager}, which hotpath cannot use. Expected ${Object.keys(SUPPORTED_LOCK_FILES).join(', ')}. Type: npm install`)
}

/** @param {string} folder @param {string | undefined} lock @param {PackageJson} manifest @returns {Manager} */
function findManager (folder, lock, { packageManager = '' }) {
  const [name, version] = String(packageManager).split('@')
  const wanted = lock ? SUPPORTED_LOCK_FILES[lock] : Object.values(SUPPORTED_LOCK_FILES).find((one) => one === name) ?? 'npm'
  if (wanted !== 'yarn') return PACKAGE_MANAGERS[wanted]
  // A lock file with the line `__metadata:` was written by yarn 2 or later.
  const isBerry = lock ? readFileSync(join(folder, lock), 'utf8').includes('\n__metadata:') : Number.parseInt(version) >= 2
  return PACKAGE_MANAGERS[isBerry ? 'berry' : 'yarn']
}
