import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync, utimesSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, relative, dirname, resolve } from 'node:path'
import { findCacheFolder, listNamesInFolder } from '@hotpath-labs/engine/nodes/cache.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { runCommand } from '@hotpath-labs/engine/process/child.js'
import { copyFolderByHardLinks, linkInstalled, listInstalled } from './copy.js'
import { explainDiskError } from './sides-folder.js'
import { GIT_ENVIRONMENT } from './git.js'
import { findInstallFolders, planInstall, INSTALL_ENVIRONMENT } from './install-plan.js'
import { readPackageJson } from './package-json.js'

/**
 * @import { InstallPlan, Manager } from './install-plan.js'
 * @import { OnProgress } from './sides.js'
 */

/** Number of installs that are kept: enough for both sides of a branch and of the branch before. */
const KEPT = 4

/** Environment variables that decide which packages npm, pnpm and yarn install. */
const CHOOSING_VARIABLES = ['NODE_ENV', 'npm_config_omit', 'npm_config_include', 'npm_config_production']

/** @returns {string} the folder of all kept installs */
const findFolder = () => join(findCacheFolder(), 'installs')

/**
 * @param {InstallPlan[]} plans of a side
 * @param {string} top of the side
 * @param {string[]} [added] exact versions of packages that are added, such as fastify@5.0.0
 * @returns {string | undefined} the folder that keeps what these plans install; undefined where an install without them may differ
 */
export function findKeptInstall (plans, top, added = []) {
  if (!plans.length || plans.some(({ lock, ownBecause, outside }) => !lock || ownBecause || outside.length)) return undefined
  const { version, platform, arch, env } = process
  const wanted = plans.map(({ folder, manager, args, asked, content }) => [relative(top, folder), manager.command, args, asked, content])
  const variables = CHOOSING_VARIABLES.map((name) => env[name] ?? null)
  const hash = createHash('sha256').update(JSON.stringify([version, platform, arch, variables, wanted, added])).digest('hex')
  return join(findFolder(), hash.slice(0, 32))
}

/**
 * Takes the packages of a side from an earlier comparison, or else installs and keeps them.
 *
 * @param {string | undefined} kept as findKeptInstall finds it
 * @param {string} top of the side
 * @param {() => Promise<void>} install
 * @returns {Promise<boolean>} true if nothing had to be installed
 */
export async function takeOrInstall (kept, top, install) {
  if (kept && existsSync(kept)) {
    const now = new Date()
    utimesSync(kept, now, now)
    linkInstalled(kept, top)
    return true
  }
  await install()
  if (kept) keepInstall(kept, top)
  return false
}

/**
 * Keeps the packages of a side, so that a later comparison need not install them: as hard links where the disk allows it. Deletes the
 * installs that were not used for the longest time.
 *
 * @param {string} kept absolute, is made
 * @param {string} top of the side
 */
function keepInstall (kept, top) {
  const unfinished = `${kept}.${process.pid}`
  try {
    for (const folder of listInstalled(top)) {
      copyFolderByHardLinks(folder, join(unfinished, relative(top, folder)), { from: top, to: unfinished })
    }
    renameSync(unfinished, kept)
    removeOldest()
  } catch {
    // Keep nothing if the disk is full, or if another comparison has kept the same install meanwhile.
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function removeOldest () {
  const folders = listNamesInFolder(findFolder()).map((name) => join(findFolder(), name))
  const byAge = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const folder of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true })
}

/** Files that package managers write into node_modules at the end of an install. */
const INSTALLED = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml']

/** Number of output lines that the error about a failed install shows. */
const SHOWN_LINES = 2

/** Pattern for output lines of package managers that do not explain a failure: logs, paths and frames of a stack. */
const IDLE_LINES = /complete log of this run|^npm (?:error|ERR!)\s*(?:(?:code|path|errno|syscall) .*)?$|^info Visit |npm (?:notice|warn)|^(?:npm \w+!? )?\s*at /i

/** Pattern for the lines in which a package manager or a compiler names its error. */
const ERROR_LINES = /^npm (?:error|ERR!) |\bERR_\w+|^\s*error\b|\bError: |YN\d{4}: .*(?:error|fail|can't|cannot)|^╰─▶ |\berror TS\d|\[ERROR\]/i

/** Pattern for the cause of a failed install as pnpm 12 prints it, wrapped over several lines. */
const WRAPPED_CAUSE = /╰─▶ .*(?:\n {6,}\S.*)*/g

/** Pattern for what npm, pnpm and yarn print if the package registry does not answer. */
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|client error \(Connect\)|problem with your network/

/**
 * @typedef {object} Checkout
 * @property {string} name base or head
 * @property {string} label of its revision
 * @property {string} top absolute
 * @property {string} source absolute, of the user's own working tree
 * @property {string[]} perfFiles absolute
 */

/**
 * Installs the packages of base and head. If both need the same packages, head gets hard links to base's install. A side that needs what
 * the user has installed, or what an earlier comparison has installed, gets hard links to that.
 *
 * @param {{ base: Checkout, head: Checkout, isWritten: boolean, onProgress: OnProgress }} sides `isWritten`: a setup may change packages
 * @returns {Promise<string[]>} notes for the screen
 * @throws {import('@hotpath-labs/engine/failures.js').HotpathError}
 */
export async function installBaseAndHeadPackages ({ base, head, isWritten, onProgress }) {
  const ofHead = findInstallFolders(head.top, head.perfFiles).flatMap((folder) => planInstall(folder, head.top) ?? [])
  // nobody can remove a lock file from a commit of before: head's decides
  const preferred = new Map(ofHead.map(({ folder, lock }) => [relative(head.top, folder), lock]))
  const ofBase = findInstallFolders(base.top, base.perfFiles)
    .flatMap((folder) => planInstall(folder, base.top, preferred.get(relative(base.top, folder))) ?? [])
  const install = async (/** @type {Checkout} */ { name, label, top, source }, /** @type {InstallPlan[]} */ plans) => {
    const side = name === 'base' ? 'Base' : 'Head'
    const isOurs = !isWritten && plans.length > 0 && plans.every((plan) => isInstalledBySource(plan, top, source))
    if (isOurs) {
      onProgress(`linking your node_modules to ${name}`)
      linkInstalled(source, top)
      return `${side} uses your node_modules.`
    }
    const kept = isWritten ? undefined : findKeptInstall(plans, top)
    const isTaken = await takeOrInstall(kept, top, async () => {
      for (const { folder, manager, args, outside } of plans) {
        const place = relative(top, folder)
        linkDependenciesOutsideRepository(outside, top, source)
        onProgress(`installing ${name}: ${formatCommand(manager, args, place)}`)
        await runPackageManager(manager, args, { folder, name, label, place })
      }
    })
    return isTaken ? `${side} uses packages that an earlier comparison has installed.` : ''
  }
  const linked = [await install(base, ofBase)]
  const difference = findDifference(base.top, ofBase, head.top, ofHead)
  if (difference) linked.push(await install(head, ofHead))
  else linkInstalled(base.top, head.top)
  return describeInstall(base.top, ofBase, ofHead, difference).map((note) => [note, ...linked].filter(Boolean).join(' '))
}

/**
 * Returns true if the user's own folder has the packages that a side needs, installed after the last change of its lock file.
 *
 * @param {InstallPlan} plan of the side
 * @param {string} top of the side
 * @param {string} source the user's own working tree
 */
function isInstalledBySource ({ folder, lock, content, ownBecause }, top, source) {
  const own = join(source, relative(top, folder))
  const end = INSTALLED.map((name) => join(own, 'node_modules', name)).find(existsSync)
  if (!lock || ownBecause || !end || !existsSync(join(own, lock))) return false
  const changedMs = (/** @type {string} */ file) => statSync(file).mtimeMs
  if (['package.json', lock].some((name) => changedMs(join(own, name)) > changedMs(end))) return false
  const { dependencies, devDependencies } = readPackageJson(join(own, 'package.json'))
  const isThere = (/** @type {string} */ name) => existsSync(join(own, 'node_modules', name))
  return planInstall(own, source, lock)?.content === content && Object.keys({ ...dependencies, ...devDependencies }).every(isThere)
}

/**
 * Links dependencies outside the repository, such as `file:../a.tgz` in package.json, to the same relative path of base or head.
 *
 * @param {string[]} paths absolute, where the side expects them
 * @param {string} top of the side
 * @param {string} source the user's own working tree
 */
export function linkDependenciesOutsideRepository (paths, top, source) {
  for (const path of paths) {
    const own = resolve(source, relative(top, path))
    if (!existsSync(own) || existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(own, path, statSync(own).isDirectory() ? 'junction' : 'file')
  }
}

/** @param {string} baseTop @param {InstallPlan[]} ofBase @param {InstallPlan[]} ofHead @param {string} [difference] @returns {string[]} */
function describeInstall (baseTop, ofBase, ofHead, difference) {
  const plans = [...ofBase, ...ofHead]
  if (!plans.length) return []
  const free = plans.some(({ lock }) => !lock) ? ' Without a lock file, packages have the newest allowed versions.' : ''
  if (difference) return [`Base and head are installed separately, because ${difference}.${free}`]
  const files = ofBase.map(({ folder, lock = 'package.json' }) => relative(baseTop, join(folder, lock)))
  return [`Base and head share one install, because ${files.join(' and ')} ${files.length > 1 ? 'are' : 'is'} the same.${free}`]
}

/**
 * Finds why base and head cannot share one install, such as different lock files.
 *
 * @param {string} baseTop
 * @param {InstallPlan[]} ofBase
 * @param {string} headTop
 * @param {InstallPlan[]} ofHead
 * @returns {string | undefined} undefined if they can
 */
function findDifference (baseTop, ofBase, headTop, ofHead) {
  const { ownBecause } = [...ofBase, ...ofHead].find((plan) => plan.ownBecause) ?? {}
  if (ownBecause) return ownBecause
  const ownPaths = ofBase.map(({ folder }) => relative(baseTop, folder))
  for (const path of new Set([...ownPaths, ...ofHead.map(({ folder }) => relative(headTop, folder))])) {
    const from = ofBase.find(({ folder }) => folder === join(baseTop, path))
    const to = ofHead.find(({ folder }) => folder === join(headTop, path))
    if (from?.content !== to?.content) return `${join(path, to?.lock ?? from?.lock ?? 'package.json')} or the package manager's settings differ`
  }
}

/** @param {Manager} manager @param {string[]} args @param {string} [place] @returns {string} without options that only speed it up */
function formatCommand ({ command }, args, place) {
  const typed = args.filter((arg, index) => index === 0 || /^--(?:frozen-lockfile|ignore-workspace|immutable)$|^[^-]/.test(arg))
  return `${[command, ...typed].join(' ')}${place ? ` in ${place}` : ''}`
}

/**
 * Runs a package manager in a folder of base or head.
 *
 * @param {Manager} manager
 * @param {string[]} args
 * @param {{ folder: string, name: string, label?: string, place?: string, env?: Record<string, string> }} where `name`: of the side;
 *   `label`: of its revision; `place`: the folder's path in the checkout
 * @throws {CannotRun} with the lines that name the error
 */
export async function runPackageManager (manager, args, { folder, name, label, place, env }) {
  const typed = `${formatCommand(manager, args, place)}${label ? ` of ${label}` : ''}`
  try {
    await runCommand(manager.command, args, { cwd: folder, env: { ...GIT_ENVIRONMENT, ...INSTALL_ENVIRONMENT, ...env }, isScript: true })
  } catch (error) {
    // On Windows, cmd.exe exits with 9009 if the command does not exist.
    if (error.code === 'ENOENT' || error.status === 9009) {
      throw new CannotRun('TOOL_MISSING', manager.command, `is not on the PATH, but ${name} needs it to install packages`, `Install it: npm install --global ${manager.command}`)
    }
    const disk = explainDiskError(error)
    if (disk !== error) throw disk
    const { output } = error
    const lines = findErrorLines(output)
    if (UNREACHABLE.test(output)) {
      throw Object.assign(new CannotRun('REGISTRY_UNREACHABLE', name, `cannot be installed: the package registry does not answer ${typed}`, `Check the network and the proxy: ${lines}`), { output })
    }
    throw Object.assign(new CannotRun('INSTALL_FAILED', name, `cannot be installed: ${typed} ended with code ${error.status}`, `This command must work in a fresh checkout first: ${lines}`), { output })
  }
}

/** @param {string} output @returns {string} the lines that name the error, else the last lines */
export function findErrorLines (output) {
  const unwrapped = output.replaceAll(WRAPPED_CAUSE, (cause) => cause.replaceAll(/\n +/g, ' '))
  const lines = unwrapped.split('\n').map((line) => line.trim()).filter((line) => line && !IDLE_LINES.test(line))
  const errors = lines.filter((line) => ERROR_LINES.test(line)).slice(0, SHOWN_LINES)
  return (errors.length ? errors : lines.slice(-SHOWN_LINES)).map((line) => line.replace(/^npm (?:error|ERR!) |^╰─▶ /, '')).join('; ')
}
