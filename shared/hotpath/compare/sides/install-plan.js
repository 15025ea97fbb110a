import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { HotpathError } from '../../failures/index.js'
import { DEPENDENCIES, listFolderAndParents } from './install-folders.js'
import { UNSUPPORTED_LOCK_FILES, SUPPORTED_LOCK_FILES, PACKAGE_MANAGERS, PACKAGE_MANAGER_CONFIG_FILES } from './managers.js'
import { readOptionalPackageJson, readPackageJson } from './package-json.js'
import { hasWorkspaces, isWorkspaceMember } from './workspaces.js'
/** @import { Manager } from './managers.js' */

/** Fields of package.json that decide which packages are installed. */
const CHOOSES = [...DEPENDENCIES, 'overrides', 'resolutions', 'pnpm', 'workspaces', 'packageManager']

/** Names of the scripts in the user's package.json that a package manager runs during an install. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare']

/** Pattern for install scripts that only set up git hooks. A comparison disables git hooks, so these scripts have no effect. */
const ONLY_HOOKS = /^\s*(?:husky|lefthook|simple-git-hooks)\b[^&;]*$/

/** Pattern for settings that make an install copy workspace packages instead of linking them. Base and head then need separate installs. */
const COPIES_WORKSPACE = /injected|inject-?workspace-?packages/i

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
 * @property {string} [ownBecause] why this install cannot serve another side
 */

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
  const scripts = manifests.filter(({ manifest }) => hasInstallScript(manifest)).map(({ path }) => path)
  const chosen = manifests.map(({ path, manifest }) => JSON.stringify([path, CHOOSES.map((field) => manifest[field])]))
  const hasNone = manifests.every(({ manifest }) => CHOOSES.every((field) => !Object.keys(manifest[field] ?? {}).length))
  if (hasNone && !scripts.length) return undefined
  const { lock, manager } = choosePackageManager(folder, preferred)
  const isBeside = manager === PACKAGE_MANAGERS.pnpm && isBesideWorkspace(folder, top)
  // With shared-workspace-lockfile=false, pnpm writes a lock file for each member of a workspace.
  const memberLocks = manifests.slice(1).map(({ path }) => join(dirname(path), 'pnpm-lock.yaml'))
  const settings = [...PACKAGE_MANAGER_CONFIG_FILES, ...memberLocks].filter((name) => existsSync(join(folder, name)))
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
  const outside = listDependenciesOutsideRepository(folder, top)
  const copies = listLocal(folder).length > outside.length || [...chosen, ...settings].some((text) => COPIES_WORKSPACE.test(text))
  return {
    folder,
    lock,
    manager,
    args: [...lock ? manager.locked : manager.free, ...isBeside ? ['--ignore-workspace'] : []],
    asked: chosen.join('\n'),
    content: [lock ? `${lock}\n${readFileSync(join(folder, lock), 'utf8')}` : chosen.join('\n'), ...settings].join('\n\n'),
    outside,
    ownBecause: scripts.length
      ? `an install script of ${scripts[0]} may build files`
      : copies ? 'an install copies packages of this repository' : undefined,
  }
}

/** @param {string} folder @param {string} top @returns {boolean} true where pnpm 10 would install a workspace above instead of `folder` */
function isBesideWorkspace (folder, top) {
  const root = listFolderAndParents(top, folder).find((above) => existsSync(join(above, 'pnpm-workspace.yaml')))
  return root !== undefined && root !== folder && !isWorkspaceMember(root, folder)
}

/** @param {string} folder @returns {{ path: string, manifest: any }[]} its package.json and those of its workspace */
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

/** @param {any} manifest */
function hasInstallScript ({ scripts }) {
  return INSTALL_SCRIPTS.some((name) => scripts?.[name] && !ONLY_HOOKS.test(scripts[name]))
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

/** @param {string} folder @param {any} manifest @param {string} [preferred] @returns {string | undefined} the name of its lock file */
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

/** @param {string} folder @param {string | undefined} lock @param {any} manifest @returns {Manager} */
function findManager (folder, lock, { packageManager = '' }) {
  const [name, version] = String(packageManager).split('@')
  const wanted = lock ? SUPPORTED_LOCK_FILES[lock] : Object.values(SUPPORTED_LOCK_FILES).find((one) => one === name) ?? 'npm'
  if (wanted !== 'yarn') return PACKAGE_MANAGERS[wanted]
  // A lock file with the line `__metadata:` was written by yarn 2 or later.
  const isBerry = lock ? readFileSync(join(folder, lock), 'utf8').includes('\n__metadata:') : Number.parseInt(version) >= 2
  return PACKAGE_MANAGERS[isBerry ? 'berry' : 'yarn']
}
