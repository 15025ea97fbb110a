import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, parse, relative, resolve } from 'node:path'
import { minVersion, satisfies, validRange } from 'semver'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { isProgramOnPath } from '@hotpath-labs/engine/files.js'
import { copyFiles } from './copy.js'
import { findRepository, listUnignoredFiles } from './git.js'
import { runOwnScripts } from './build.js'
import { explainMissingManager, linkDependenciesOutsideRepository, runPackageManager, findKeptInstall, showSeconds, takeOrInstall } from './install.js'
import { findInstallFolder, listFolderAndParents, choosePackageManager, listDependenciesOutsideRepository, planInstall, withoutOwnScripts } from './install-plan.js'
import { readPackageJson } from './package-json.js'
import { findPerfFiles, listLocalImports } from './perf-files.js'
import { prepareInTemporaryFolder } from './sides-folder.js'

/**
 * @import { CheckFiles, OnProgress, Side, Sides } from './sides.js'
 * @import { InstallPlan } from './install-plan.js'
 */

/**
 * Pattern for what --package takes: NAME@VERSION, such as fastify@5, or NAME@ and a packed file or a git repository, such as
 * fastify@file:./fastify.tgz. A range such as fastify@>4 does not match, because a shell gives another meaning to > and *.
 */
const SPECIFIER = /^((?:@[\w.~-]+\/)?[\w.~-]+)@([\w.~+-]+|(?:file:|https?:|git[+:]|git@|github:|gitlab:|bitbucket:)[\w.~+:/#@=-]+)$/

/** A path in a specifier, relative to the user's folder. */
const LOCAL = /^(.+@file:)(?!\/|[A-Za-z]:)(.+)$/

/** Pattern for what package managers print if a package or a version does not exist. */
const UNKNOWN = /E404|ETARGET|ERR_PNPM_NO_MATCHING_VERSION|ERR_PNPM_FETCH_404|No candidates found|find any versions|find package/

/** Environment variable that lets yarn change the lock file. In CI, yarn refuses such changes by default. */
const CAN_CHANGE = { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' }

/**
 * Prepares the comparison of two versions of a dependency, or of several that move together, in two copies of the user's project.
 *
 * @param {{ cwd: string, base: string, head: string, files?: string[], checkFiles?: CheckFiles, onProgress?: OnProgress }} what
 *   `base` and `head`: NAME@VERSION, or several with commas between them
 * @returns {Promise<Sides>}
 * @throws {HotpathError | import('@hotpath-labs/engine/failures.js').CannotRun}
 */
export async function preparePackageComparison ({ cwd, base, head, files, checkFiles = async () => false, onProgress = () => {} }) {
  const names = checkSpecifiers(base, head)
  // Resolve symbolic links, because git prints the repository's path with links resolved.
  cwd = realpathSync.native(cwd)
  const perfFiles = findPerfFiles(cwd, files)
  const repository = await findRepository(cwd)
  const project = listFolderAndParents(repository?.top ?? parse(cwd).root, cwd).find((folder) => existsSync(join(folder, 'package.json')))
  if (!project) throw new HotpathError('BAD_PACKAGE_JSON', `There is no package.json in ${cwd} or above, so ${names.join(' and ')} cannot be installed. Type: npm init --yes`)
  const top = repository?.top ?? project
  const outside = [cwd, ...perfFiles].find((path) => relative(top, path).startsWith('..'))
  if (outside) throw new HotpathError('OUTSIDE', `${outside} is not in ${top}, and only ${top} is copied. Expected a perf file in that folder.`)
  await checkFiles(perfFiles)
  const place = findInstallFolder(top, project) ?? project
  const { manager } = choosePackageManager(place)
  if (!isProgramOnPath(manager.command)) throw explainMissingManager(manager, place, relative(top, join(place, manager.lock)) || place)
  return prepareInTemporaryFolder(async (folder) => {
    /** @type {Side[]} */
    const sides = []
    /** @type {Set<string>} */
    const installNotes = new Set()
    for (const [copy, specifier] of [[folder.base, base], [folder.head, head]]) {
      if (repository) copyFiles(await listUnignoredFiles(repository), top, copy)
      else cpSync(top, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !['node_modules', '.git'].includes(basename(path)) })
      // Copy the perf files separately, because git does not list ignored files.
      copyFiles(perfFiles.map((file) => relative(top, file)), top, copy)
      const specifiers = specifier.split(',').map((one) => one.replace(LOCAL, (_, start, path) => start + resolve(cwd, path)))
      const target = join(copy, relative(top, project))
      const { label, note } = await addPackages({ top: copy, source: top, project: target, names, specifiers, onProgress })
      if (note) installNotes.add(note)
      const copies = perfFiles.map((file) => join(copy, relative(top, file)))
      sides.push({ label, folder: join(copy, relative(top, cwd)), perfFiles: copies, unmetPeer: describeUnmetPeer(names, copy, target) })
    }
    const unmetPeers = new Set(sides.flatMap(({ unmetPeer }) => unmetPeer ?? []))
    const programs = names.map((name) => [name, ...listPrograms(name, folder.head, join(folder.head, relative(top, project)))])
    const notes = [...describePackages(names, sides, project), ...findUnimported(programs, perfFiles, project)]
    return { base: sides[0], head: sides[1], notes: [...notes, ...unmetPeers, ...installNotes] }
  })
}

/** @param {string} base @param {string} head @returns {string[]} the names of their packages @throws {HotpathError} */
function checkSpecifiers (base, head) {
  const expected = 'Expected the same packages at two versions, such as: --package fastify@4 fastify@5, or: --package react@18,react-dom@18 react@19,react-dom@19'
  const [from, to] = [base, head].map((side) => side.split(',').map((typed) => {
    const [, name] = typed.match(SPECIFIER) ?? []
    if (!name) throw new HotpathError('NO_PACKAGE', `--package: ${JSON.stringify(typed)} is no NAME@VERSION, and no NAME@file:PATH. ${expected}`)
    return name
  }))
  if (from.join() !== to.join()) throw new HotpathError('DIFFERENT_PACKAGES', `--package: ${from} and ${to} are different packages. ${expected}`)
  return from
}

/**
 * @typedef {object} Adding
 * @property {string} top absolute, of the copy
 * @property {string} source absolute, of the user's own project
 * @property {string} project absolute, the copy's folder whose package.json gets the packages
 * @property {string[]} names
 * @property {string[]} specifiers NAME@VERSION of each
 * @property {OnProgress} onProgress
 */

/**
 * Installs packages in a copy of the project. The lock file keeps the versions of all other packages.
 *
 * @param {Adding} adding
 * @returns {Promise<{ label: string, note: string }>} `label`: the installed versions
 */
async function addPackages (adding) {
  const { top, project, specifiers } = adding
  const folder = findInstallFolder(top, project) ?? project
  const plans = [planInstall(folder, top) ?? []].flat()
  const versions = specifiers.map((specifier) => specifier.slice(specifier.lastIndexOf('@') + 1))
  // A tag such as latest may mean a newer version in a minute, and a packed file may be packed again.
  const isVersion = specifiers.every((specifier, index) => !specifier.includes(':') && validRange(versions[index]))
  const manifest = join(project, 'package.json')
  const kept = isVersion ? findKeptInstall(plans, top, [relative(top, project), readFileSync(manifest, 'utf8'), specifiers]) : undefined
  const isWritten = plans.some(({ scripts }) => scripts.length)
  const written = [manifest, join(folder, choosePackageManager(folder).manager.lock)]
  // also of an exact version the dependencies are ranges
  const side = { kept, top, plans: [], isForOneDay: true, isWritten, written, onProgress: adding.onProgress }
  const { note } = await takeOrInstall(side, () => installAdded(folder, plans, adding))
  const label = describeAdded(adding)
  await runOwnScripts({ name: label, label, top, plans }, adding.onProgress)
  return { label, note }
}

/** @param {Adding} adding @returns {string} the installed versions, such as react@19.2.0 and react-dom@19.2.0 */
function describeAdded ({ top, project, names, specifiers }) {
  return specifiers.map((specifier, index) => {
    const installed = readInstalled(names[index], top, project)
    if (!installed) return specifier
    const label = `${names[index]}@${installed.version}`
    // two packed files may have one version
    return specifier.includes(':') ? `${label} of ${specifier.slice(specifier.indexOf(':') + 1)}` : label
  }).join(' and ')
}

/**
 * @param {string} folder of the install
 * @param {InstallPlan[]} plans
 * @param {Adding} adding
 * @throws {HotpathError} where the registry lacks a version
 */
async function installAdded (folder, [plan], { top, source, project, names, specifiers, onProgress }) {
  const wanted = specifiers.join(' and ')
  const { manager } = choosePackageManager(folder)
  linkDependenciesOutsideRepository(listDependenciesOutsideRepository(folder, top), top, source)
  const add = (/** @type {(text: string) => void} */ onOutput) =>
    runPackageManager(manager, [...manager.add, ...specifiers], { folder: project, name: wanted, env: CAN_CHANGE, onOutput })
  await showSeconds(`installing ${wanted}: ${manager.command} ${manager.add[0]}`, onProgress, (onOutput) =>
    plan ? withoutOwnScripts(plan, () => add(onOutput)) : add(onOutput)).catch((error) => {
    if (!UNKNOWN.test(error.output)) throw error
    throw new HotpathError('NO_PACKAGE', `There is no ${wanted} in the registry. To list the versions, type: npm view ${names[0]} versions`)
  })
}

/** @param {string} name of a package @param {string} top @param {string} project @returns {any} its package.json, if it is installed */
function readInstalled (name, top, project) {
  const files = listFolderAndParents(top, project).map((folder) => join(folder, 'node_modules', name, 'package.json'))
  const installed = files.find(existsSync)
  return installed && readPackageJson(installed)
}

/**
 * Finds a dependency of the project that works only with another version of a compared package.
 *
 * @param {string[]} names of the compared packages
 * @param {string} top of the copy
 * @param {string} project the copy's folder with package.json
 * @returns {string | undefined} what the dependency asks for, and what to type
 */
function describeUnmetPeer (names, top, project) {
  const { dependencies, devDependencies } = readPackageJson(join(project, 'package.json'))
  for (const other of Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !names.includes(name))) {
    const { version, peerDependencies = {} } = readInstalled(other, top, project) ?? {}
    const unmet = names.find((name) => {
      const installed = readInstalled(name, top, project)
      return installed && peerDependencies[name] && !satisfies(installed.version, peerDependencies[name], { includePrerelease: true })
    })
    if (!unmet) continue
    const installed = readInstalled(unmet, top, project)?.version
    const fits = `${unmet}@${minVersion(peerDependencies[unmet])},${other}@${version}`
    return `${other}@${version} asks for ${unmet} ${peerDependencies[unmet]}. To compare versions of both, type for example: --package ${fits} ${unmet}@${installed},${other}@latest`
  }
}

/** @param {string[]} names @param {Side[]} sides @param {string} project @returns {string[]} */
function describePackages (names, [base, head], project) {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = readPackageJson(join(project, 'package.json'))
  const listed = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies }
  const isEmpty = Object.keys(listed).length === 0
  return [
    ...base.label === head.label ? [`Both sides are ${base.label}: every difference is noise.`] : [],
    // in a project without packages nothing else loads one
    ...names.filter((name) => !isEmpty && !listed[name])
      .map((name) => `package.json does not list ${name}, so other packages may load another version of ${name}.`),
  ]
}

/** @param {string} name @param {string} top @param {string} project @returns {string[]} the commands that an installed package has */
function listPrograms (name, top, project) {
  const { bin } = readInstalled(name, top, project) ?? {}
  return typeof bin === 'object' && bin !== null ? Object.keys(bin) : []
}

/**
 * @param {string[][]} packages of each its name, and the commands that it has
 * @param {string[]} perfFiles
 * @param {string} project folder of the package.json, whose scripts a command may run
 * @returns {string[]} a note where the user's own files name none of them
 */
function findUnimported (packages, perfFiles, project) {
  const files = [...new Set(perfFiles.flatMap((file) => [file, ...listLocalImports(file)]))]
  const texts = [...files.map((file) => readFileSync(file, 'utf8')), ...Object.values(readPackageJson(join(project, 'package.json')).scripts ?? {})]
  // a command may name the package's program, such as ['node_modules/.bin/mocha'], without an import
  const isNamed = (/** @type {string} */ name) => texts.some((text) => text.split(/[^\w.-]+/).includes(name.slice(name.indexOf('/') + 1)))
  const unused = packages.filter((names) => !names.some(isNamed)).map(([name]) => name)
  return unused.length ? [`No perf file names ${unused.join(' or ')}, and no file of yours that it imports. Is it the right package?`] : []
}
