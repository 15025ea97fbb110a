import { copyFileSync, existsSync, readFileSync, rmSync, statSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, relative, dirname, resolve, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { isProgramOnPath } from '@hotpath-labs/engine/files.js'
import { runCommand } from '@hotpath-labs/engine/process/child.js'
import { readUserEnvironment } from '../compare/process.js'
import { copyInstalled } from './copy.js'
import { explainDiskError } from './sides-folder.js'
import { GIT_ENVIRONMENT } from './git.js'
import { findInstallFolders, planInstall, withoutOwnScripts, INSTALL_ENVIRONMENT } from './install-plan.js'
import { claimInstall, findKept, keepChanges, readStamps, takeKept, takeUserPackages } from './kept.js'
import { readOptionalPackageJson, readPackageJson } from './package-json.js'
import { findLoan, lendTree } from './trees.js'

/**
 * @import { InstallPlan, Manager } from './install-plan.js'
 * @import { Taker } from './kept.js'
 * @import { OnProgress } from './sides.js'
 */

/** Seconds of an install after which the screen says what would shorten it. */
const LONG = 10

/**
 * @param {InstallPlan[]} plans of a side
 * @param {string} top of the side
 * @param {unknown} [more] what else decides, such as added packages
 * @returns {string | undefined} the folder that keeps what these plans install; undefined where the install depends on more than them
 */
export function findKeptInstall (plans, top, more) {
  if (plans.some(({ ownBecause, outside }) => ownBecause || outside.length)) return undefined
  const wanted = plans.map(({ folder, manager, args, asked, content }) => [relative(top, folder), manager.command, args, asked, content])
  return findKept(['packages', wanted, more])
}

/** What an install writes: packages, and what yarn 2 and later know of them. */
const PACKAGES = /(?:^|\/)(?:node_modules|\.yarn\/unplugged)\/|\.yarn\/install-state\.gz$|(?:^|\/)\.pnp\./

/**
 * Takes the packages of a side from an earlier comparison, or else installs and keeps them.
 *
 * @param {object} side
 * @param {string} [side.kept] as findKeptInstall finds it
 * @param {string} side.top
 * @param {InstallPlan[]} side.plans
 * @param {boolean} side.isForOneDay the packages are chosen anew each day
 * @param {boolean} side.isWritten its packages may be written later
 * @param {string[]} [side.written] further files that the install writes, absolute
 * @param {OnProgress} side.onProgress
 * @param {() => Promise<void>} install
 * @returns {Promise<{ isTaken: boolean, note: string }>}
 */
export async function takeOrInstall (side, install) {
  const { kept, top, isForOneDay, isWritten } = side
  if (!kept) return installAndKeep(side, 'absent', install)
  const take = () => takeKept(kept, top, { isWritten, isForOneDay })
  const state = await take()
  if (state === 'taken') return { isTaken: true, note: '' }
  const { release, hasWaited } = await claimInstall(kept, () => side.onProgress('waiting for another comparison, which installs the same packages'))
  try {
    const later = hasWaited ? await take() : state
    if (later === 'taken') return { isTaken: true, note: '' }
    return await installAndKeep(side, later, install)
  } catch (error) {
    const isOld = state === 'old' && error instanceof CannotRun && error.code === 'REGISTRY_UNREACHABLE'
    if (isOld) for (const { folder } of side.plans) rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    if (!isOld || await takeKept(kept, top, { isWritten }) !== 'taken') throw error
    return { isTaken: true, note: 'The package registry does not answer, so the packages are those of an earlier day.' }
  } finally {
    release()
  }
}

/**
 * @param {Parameters<typeof takeOrInstall>[0]} side
 * @param {Awaited<ReturnType<typeof takeKept>>} state of what is kept
 * @param {() => Promise<void>} install
 * @returns {Promise<{ isTaken: boolean, note: string }>}
 */
async function installAndKeep ({ kept, top, plans, isWritten, written = [] }, state, install) {
  const before = kept ? await readStamps(top) : new Map()
  await install()
  if (kept && state === 'old') rmSync(kept, { recursive: true, force: true })
  const more = new Set(written.map((file) => relative(top, file).replaceAll(sep, '/')))
  const isSame = plans.every(({ folder, lock, content }) => !lock || content.startsWith(`${lock}\n${readFileSync(join(folder, lock), 'utf8')}`))
  const isOwn = (/** @type {string} */ path) => PACKAGES.test(path) || more.has(path)
  const reason = kept && isSame ? await keepChanges(kept, top, before, { isWritten, isOwn }) : undefined
  return {
    isTaken: false,
    note: [
      ...state === 'damaged' ? ['What an earlier comparison installed was changed since, so it was installed again.'] : [],
      ...reason ? [`The packages are not kept for the next comparison: ${reason}.`] : [],
      ...isSame ? [] : ['The packages are not kept, because the lock file changed during the install.'],
    ].join(' '),
  }
}

/**
 * Shows how many seconds a step takes, and the last line that it printed.
 *
 * @template T
 * @param {string} text
 * @param {OnProgress} onProgress
 * @param {(onOutput: (text: string) => void) => Promise<T>} run
 * @param {string} [advice] what would shorten the step
 * @returns {Promise<T>}
 */
export async function showSeconds (text, onProgress, run, advice = '') {
  onProgress(text)
  const began = performance.now()
  let last = ''
  let isAdvised = false
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1000)
    const shown = seconds >= LONG ? advice : ''
    if (shown && !isAdvised) onProgress(`${text}: ${seconds} s so far. ${advice}`)
    isAdvised ||= shown !== ''
    onProgress([`${text}, ${seconds} s`, shown, last].filter(Boolean).join(' · '), true)
  }, 1000)
  try {
    return await run((output) => { last = stripVTControlCharacters(output).trim().split(/[\r\n]+/).at(-1)?.trim() || last })
  } finally {
    clearInterval(timer)
  }
}

/**
 * Seconds in which a package manager only waits, after which it is ended: npm itself waits 5 minutes for a registry that accepts a
 * connection and says nothing, and then tries twice more.
 */
const IDLE_SECONDS = 30

/** Seconds of such time after which a line says so. */
const LONG_IDLE = 10

/** Files that package managers write into node_modules at the end of an install. */
const INSTALLED = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml']

/** Number of output lines that the error about a failed install shows. */
const SHOWN_LINES = 2

/** Pattern for output lines of package managers that do not explain a failure: logs, paths and frames of a stack. */
const IDLE_LINES = /complete log of this run|^npm (?:error|ERR!)\s*(?:(?:code|path|errno|syscall) .*|\}|404)?$|^npm (?:error|ERR!) {2,}\w+: |If you are behind a proxy|To see a list of scripts, run:|^npm (?:error|ERR!) {2,}npm run$|^info Visit |npm (?:notice|warn)|^throw |^(?:npm \w+!? )?\s*at /i

/** Pattern for the lines in which a package manager or a compiler names its error. */
const ERROR_LINES = /^npm (?:error|ERR!) |\bERR_\w+|^\s*error\b|\bError: |YN\d{4}: .*(?:error|fail|can't|cannot)|^╰─▶ |\berror TS\d|\[ERROR\]/i

/** Pattern for the cause of a failed install as pnpm 12 prints it, wrapped over several lines. */
const WRAPPED_CAUSE = /╰─▶ .*(?:\n {6,}\S.*)*/g

/** Pattern for what npm, pnpm and yarn print if the package registry does not answer, or fails. */
const UNREACHABLE = /\bE5\d\d\b|\b5\d\d (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)|ERR_PNPM_FETCH_5\d\d|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|client error \(Connect\)|problem with your network/

/** Pattern for the host that does not answer: the registry, or another one that a package's script asks. */
const HOST = /https?:\/\/([\w.:-]+)|(?:ENOTFOUND|EAI_AGAIN) ([\w-]+\.[\w.-]+)/

/**
 * @typedef {object} Checkout
 * @property {string} name base or head
 * @property {string} label of its revision
 * @property {string} top absolute
 * @property {string} source absolute, of the user's own working tree
 * @property {string[]} perfFiles absolute
 */

/** @typedef {{ base?: string, head?: string }} Kept folders that keep the packages of a side */

/**
 * Plans the installs of base and head.
 *
 * @param {{ base: Checkout, head: Checkout }} sides
 * @returns {{ base: InstallPlan[], head: InstallPlan[] }}
 * @throws {import('@hotpath-labs/engine/failures.js').HotpathError}
 */
export function planBaseAndHead ({ base, head }) {
  const ofHead = findInstallFolders(head.top, head.perfFiles).flatMap((folder) => planInstall(folder, head.top) ?? [])
  // nobody can remove a lock file from a commit of before: head's decides
  const preferred = new Map(ofHead.map(({ folder, lock }) => [relative(head.top, folder), lock]))
  const ofBase = findInstallFolders(base.top, base.perfFiles)
    .flatMap((folder) => planInstall(folder, base.top, preferred.get(relative(base.top, folder))) ?? [])
  return { base: ofBase, head: ofHead }
}

/**
 * Finds a missing package manager before anything is checked out, by the user's own folder, which is mostly what head needs.
 *
 * @param {string} top absolute, of the user's own working tree
 * @param {string[]} perfFiles absolute
 * @param {boolean} modules the user's node_modules serve both sides
 * @throws {CannotRun}
 */
export function checkManagers (top, perfFiles, modules) {
  const plans = findInstallFolders(top, perfFiles).flatMap((folder) => planInstall(folder, top) ?? [])
  const missing = plans.filter(({ manager }) => !isProgramOnPath(manager.command))
  const kept = missing.length ? findKeptInstall(plans, top) : undefined
  if (kept && existsSync(kept)) return
  const isOwn = (/** @type {InstallPlan} */ plan) => modules ? existsSync(join(plan.folder, 'node_modules')) : isInstalledBySource(plan, top, top)
  const plan = missing.find((one) => !isOwn(one))
  if (plan) throw explainMissingManager(plan.manager, plan.folder, relative(top, join(plan.folder, plan.lock ?? 'package.json')))
}

/**
 * @param {Manager} manager
 * @param {string} folder of the install
 * @param {string} needs what needs it
 * @returns {CannotRun}
 */
export function explainMissingManager ({ command }, folder, needs) {
  const wanted = String(readOptionalPackageJson(join(folder, 'package.json'))?.packageManager ?? '').split('+')[0]
  const version = wanted.startsWith(`${command}@`) ? wanted : command
  return new CannotRun('TOOL_MISSING', command, `is not on the PATH, but ${needs} needs it to install packages`, `Install it: npm install --global ${version}`)
}

/**
 * @typedef {object} Installing
 * @property {boolean} modules the user's node_modules serve both sides
 * @property {boolean} isWritten a build may change packages
 * @property {OnProgress} onProgress
 * @property {string} [kept] folder that keeps these packages
 * @property {boolean} [isForBoth] the other side gets the same packages
 * @property {Taker} [twin] the other side, if it gets the same packages from the user
 */

/**
 * Installs the packages of a side, or takes them from the user's folder or an earlier comparison.
 *
 * @param {Checkout} side
 * @param {InstallPlan[]} plans
 * @param {Installing} options
 * @returns {Promise<{ isTaken: boolean, isUsers?: boolean, notes: string[] }>} `notes`: for the screen
 */
async function installSide ({ name, label, top, source }, plans, { modules, isWritten, onProgress, kept, isForBoth, twin }) {
  const side = name === 'base' ? 'Base' : 'Head'
  const findOther = () => plans.map((plan) => findOwnDifference(plan, top, source)).find(Boolean)
  const isOurs = () => {
    if (!plans.length) return false
    return modules ? !findOther() : plans.every((plan) => isInstalledBySource(plan, top, source, isForBoth))
  }
  if (isOurs()) {
    const takers = [{ top, isWritten }, ...twin ? [twin] : []]
    await showSeconds(`linking your node_modules to ${twin ? 'base and head' : name}`, onProgress, () => takeUserPackages(source, takers))
    // The user may install something else meanwhile.
    if (isOurs()) return { isTaken: true, isUsers: true, notes: [twin ? 'Both use your node_modules.' : `${side} uses your node_modules.`] }
    const written = takers.flatMap((one) => plans.map(({ folder }) => join(one.top, relative(top, folder), 'node_modules')))
    for (const folder of written) rmSync(folder, { recursive: true, force: true })
  }
  const other = findOther()
  const later = kept ? 'The next comparison takes these packages from a cache.' : ''
  const instead = other ? '' : 'To use your own node_modules on both sides, add --modules'
  const free = plans.filter(({ lock }) => !lock)
  const written = free.map(({ folder, manager }) => join(folder, manager.lock))
  const wanted = { kept, top, plans, isForOneDay: free.length > 0, isWritten, written, onProgress }
  const { isTaken, note } = await takeOrInstall(wanted, async () => {
    for (const plan of plans) {
      const { folder, manager, args, outside } = plan
      const place = relative(top, folder)
      linkDependenciesOutsideRepository(outside, top, source)
      const install = (/** @type {(text: string) => void} */ onOutput) =>
        withoutOwnScripts(plan, () => runPackageManager(manager, args, { folder, name, label, place, instead, onOutput }))
      await showSeconds(`installing ${name}: ${formatCommand(manager, args, place)}`, onProgress, install, instead || later)
    }
  })
  return {
    isTaken,
    notes: [
      ...modules && other ? [`--modules: ${name} does not use your node_modules, because ${other}.`] : [],
      ...isTaken ? [`${side} uses packages that an earlier comparison has installed.`] : [],
      ...note ? [note] : [],
    ],
  }
}

/**
 * Installs the packages of base and head, without the scripts of the user's own packages. If both need the same packages, head gets base's
 * install. A side that needs what the user has installed, or what an earlier comparison has installed, gets that. Without a lock file the
 * versions that were chosen for base are head's too.
 *
 * @param {object} sides
 * @param {Checkout} sides.base
 * @param {Checkout} sides.head
 * @param {{ base: InstallPlan[], head: InstallPlan[] }} sides.plans
 * @param {boolean} sides.modules the user's node_modules serve both sides
 * @param {(kept: Kept) => { base: boolean, head: boolean }} sides.isWritten if a build may change the packages of a side
 * @param {OnProgress} sides.onProgress
 * @returns {Promise<{ notes: string[], kept: Kept }>} `notes`: for the screen
 * @throws {import('@hotpath-labs/engine/failures.js').HotpathError}
 */
export async function installBaseAndHeadPackages ({ base, head, plans: { base: ofBase, head: ofHead }, ...more }) {
  const { modules, isWritten: willBeWritten, onProgress } = more
  const difference = findDifference(base.top, ofBase, head.top, ofHead)
  const isPair = difference && [...ofBase, ...ofHead].some(({ lock }) => !lock)
  // Two sides of one resolution belong together.
  const pair = isPair ? [ofBase, ofHead].map((plans) => plans.map(({ asked }) => asked)) : undefined
  const kept = {
    base: ofBase.length ? findKeptInstall(ofBase, base.top, pair && ['base', ...pair]) : undefined,
    head: difference && ofHead.length ? findKeptInstall(ofHead, head.top, pair && ['head', ...pair]) : undefined,
  }
  const ofBoth = { base: kept.base, head: difference ? kept.head : kept.base }
  const options = { modules, onProgress }
  // what a build makes of packages without a lock file is kept only with an install that is kept
  const isForBoth = !difference && !Object.values(willBeWritten({})).includes(true)
  const isWritten = willBeWritten(ofBoth)
  const twin = difference ? undefined : { top: head.top, isWritten: isWritten.head }
  const first = await installSide(base, ofBase, { ...options, isWritten: isWritten.base, kept: kept.base, isForBoth, twin })
  const { notes } = first
  if (difference) {
    for (const plan of ofHead) if (!plan.lock) copyWrittenLock(plan, base.top, head.top)
    if (isPair && kept.head && !first.isTaken) rmSync(kept.head, { recursive: true, force: true })
    notes.push(...(await installSide(head, ofHead, { ...options, isWritten: isWritten.head, kept: kept.head })).notes)
  } else if (!first.isUsers) {
    await shareInstall(base.top, head.top, isWritten)
  }
  for (const { folder, lock, manager } of [...ofBase, ...ofHead]) if (!lock) rmSync(join(folder, manager.lock), { force: true })
  const described = describeInstall(base.top, ofBase, ofHead, { difference, isUsers: isForBoth && first.isUsers })
  return { notes: described.map((note) => [note, ...notes].join(' ')), kept: ofBoth }
}

/**
 * Gives head the packages of base.
 *
 * @param {string} baseTop
 * @param {string} headTop
 * @param {{ base: boolean, head: boolean }} isWritten
 */
async function shareInstall (baseTop, headTop, isWritten) {
  const loan = findLoan(baseTop)
  if (loan && await takeKept(loan.kept, headTop, { isWritten: isWritten.head, isMoved: true }) === 'taken') return
  // neither side's build may write into the other one's packages
  const isCopied = isWritten.base || isWritten.head || Boolean(loan?.isCopied)
  await copyInstalled(baseTop, headTop, isCopied)
  if (loan) lendTree(headTop, { ...loan, isCopied })
}

/**
 * Lets head choose the versions that were chosen for base.
 *
 * @param {InstallPlan} plan of head
 * @param {string} baseTop
 * @param {string} headTop
 */
function copyWrittenLock ({ folder, manager: { lock } }, baseTop, headTop) {
  const written = join(baseTop, relative(headTop, folder), lock)
  if (existsSync(written)) copyFileSync(written, join(folder, lock))
}

/**
 * @param {InstallPlan} plan of a side
 * @param {string} top of the side
 * @param {string} source the user's own working tree
 * @returns {string | undefined} why the user's node_modules are others than the side's; undefined if nothing says so
 */
function findOwnDifference ({ folder, lock, asked, content }, top, source) {
  const own = join(source, relative(top, folder))
  const place = (/** @type {string} */ name) => join(relative(source, own), name)
  if (!existsSync(join(own, 'node_modules'))) return `${place('node_modules')} is not there`
  const plan = existsSync(join(own, 'package.json')) ? planInstall(own, source, lock) : undefined
  if (plan?.asked !== asked) return `${place('package.json')} differs`
  // Without a lock file in git, the user's folder may have one of its own.
  return lock && plan.content !== content ? `${place(lock)} differs` : undefined
}

/**
 * Returns true if the user's own folder has the packages that a side needs, unchanged by a script, and installed after the last change of
 * package.json and the lock file. Without a lock file each install may choose other versions, so the user's packages then serve both sides
 * or none.
 *
 * @param {InstallPlan} plan of the side
 * @param {string} top of the side
 * @param {string} source the user's own working tree
 * @param {boolean} [isForBoth] the other side gets the same packages
 */
function isInstalledBySource ({ folder, lock, asked, content, scripts, ownBecause }, top, source, isForBoth) {
  const own = join(source, relative(top, folder))
  const end = INSTALLED.map((name) => join(own, 'node_modules', name)).find(existsSync)
  const deciding = ['package.json', ...lock ? [lock] : []].map((name) => join(own, name))
  if (!(lock || isForBoth) || ownBecause || !end || !deciding.every(existsSync)) return false
  const changedMs = (/** @type {string} */ file) => statSync(file).mtimeMs
  if (deciding.some((file) => changedMs(file) > changedMs(end))) return false
  const { dependencies, devDependencies } = readPackageJson(join(own, 'package.json'))
  const isThere = (/** @type {string} */ name) => existsSync(join(own, 'node_modules', name))
  const plan = planInstall(own, source, lock)
  // a script such as patch-package has changed the user's packages, maybe otherwise than the side's own script would
  const mayPatch = [...scripts, ...plan?.scripts ?? []].some(({ names }) => names.includes('install') || names.includes('postinstall'))
  const isSame = lock ? plan?.content === content : plan?.asked === asked
  return !mayPatch && isSame && Object.keys({ ...dependencies, ...devDependencies }).every(isThere)
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

/**
 * @param {string} baseTop
 * @param {InstallPlan[]} ofBase
 * @param {InstallPlan[]} ofHead
 * @param {{ difference?: string, isUsers?: boolean }} how `isUsers`: both have the user's packages
 * @returns {string[]}
 */
function describeInstall (baseTop, ofBase, ofHead, { difference, isUsers }) {
  const plans = [...ofBase, ...ofHead]
  if (!plans.length) return []
  const free = !isUsers && plans.some(({ lock }) => !lock) ? ' Without a lock file, packages have the newest allowed versions.' : ''
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
 * @param {object} where
 * @param {string} where.folder
 * @param {string} where.name of the side
 * @param {string} [where.label] of its revision
 * @param {string} [where.place] the folder's path in the checkout
 * @param {Record<string, string>} [where.env]
 * @param {string} [where.instead] what to type where the registry does not answer
 * @param {(text: string) => void} [where.onOutput]
 * @param {number} [where.idleSeconds]
 * @throws {CannotRun} with the lines that name the error
 */
export async function runPackageManager (manager, args, { folder, name, label, place, env, instead = '', ...more }) {
  const { onOutput, idleSeconds = IDLE_SECONDS } = more
  const typed = `${formatCommand(manager, args, place)}${label ? ` of ${label}` : ''}`
  try {
    const isOwn = args[0] === 'run'
    const all = { ...isOwn ? readUserEnvironment().env : {}, ...GIT_ENVIRONMENT, ...INSTALL_ENVIRONMENT, ...env }
    const onIdle = (/** @type {number} */ seconds) => { if (seconds >= LONG_IDLE) onOutput?.(`nothing has come for ${seconds} s`) }
    await runCommand(manager.command, args, { cwd: folder, env: all, isScript: true, onOutput, ...isOwn ? {} : { idleSeconds, onIdle } })
  } catch (error) {
    if (error.code === 'IDLE') {
      throw new CannotRun('REGISTRY_UNREACHABLE', name, `cannot be installed: nothing has come from the package registry for ${idleSeconds} s, and ${typed} only waits`, ['Check the network and the proxy', instead].filter(Boolean).join('. '))
    }
    // On Windows, cmd.exe exits with 9009 if the command does not exist.
    if (error.code === 'ENOENT' || error.status === 9009) {
      throw explainMissingManager(manager, folder, name)
    }
    const disk = explainDiskError(error)
    if (disk !== error) throw disk
    const { output } = error
    const lines = findErrorLines(output)
    if (UNREACHABLE.test(output)) {
      const [, host = 'the package registry'] = lines.match(HOST)?.filter(Boolean) ?? []
      throw Object.assign(new CannotRun('REGISTRY_UNREACHABLE', name, `cannot be installed: ${typed} gets no answer from ${host}, or an error: ${lines}`, ['Check the network, the proxy and the registry\'s address', instead].filter(Boolean).join('. ')), { output })
    }
    throw Object.assign(new CannotRun('INSTALL_FAILED', name, `cannot be ${args[0] === 'run' ? 'built' : 'installed'}: ${typed} ${error.end}: ${lines}`, 'This command must work in a fresh checkout first'), { output })
  }
}

/** @param {string} output @returns {string} the lines that name the error, else the last lines */
export function findErrorLines (output) {
  const unwrapped = output.replaceAll(WRAPPED_CAUSE, (cause) => cause.replaceAll(/\n +/g, ' '))
  const lines = unwrapped.split('\n').map((line) => line.trim()).filter((line) => line && !IDLE_LINES.test(line))
  const errors = lines.filter((line) => ERROR_LINES.test(line)).slice(0, SHOWN_LINES)
  const named = (errors.length ? errors : lines.slice(-SHOWN_LINES)).map((line) => line.replace(/^npm (?:error|ERR!) |^╰─▶ /, ''))
  // a line that is a part of another one says nothing more, such as npm's `404` below `404 Not Found`
  return named.filter((line, index) => !named.some((other, place) => place !== index && other.includes(line) && (other !== line || place < index))).join('; ')
}
