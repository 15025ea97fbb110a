import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { findCacheFolder, listNamesInFolder } from '@hotpath-labs/engine/nodes/provide.js'
import { takeLock, waitForLock } from '@hotpath-labs/engine/process/lock.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { isProcessRunning } from '@hotpath-labs/engine/process/procfs.js'
import { copyInstalled, isTurnDue, letSignalsIn, listInstalled, placeFile, placeLink } from './copy.js'
import { countCopies, findRoot, lendTree, readStamp, takeTree } from './trees.js'

/** @import { Stamped } from './trees.js' */

/** Size in bytes of everything that is kept. The oldest goes first. */
const KEPT_BYTES = 5e9

/** Age in ms at which packages chosen without a lock file are chosen again: the registry may have newer versions. */
const DAY_MS = 86_400_000

/** Environment variables that decide which packages are installed, and how code is built. */
const CHOOSING_VARIABLES = ['NODE_ENV', 'npm_config_omit', 'npm_config_include', 'npm_config_production']

/** Name of the file that lists what a kept folder holds. It is written last. */
const INDEX = 'index.json'

/** Files that node can load, in which a path of the temporary checkout would lead nowhere later. */
const LOADABLE = /\.(?:[cm]?[jt]s|json)$/

/** A build tool's own cache, which no program loads. */
const TOOL_CACHE = /(?:^|\/)node_modules\/\.cache\//

/**
 * @typedef {object} Index
 * @property {number} made in ms since 1970
 * @property {number} bytes
 * @property {Stamped[]} files
 * @property {string[]} removed
 */

/** @typedef {Map<string, string>} Stamps size and time of each file, by its path below a folder, with slashes */

/** @returns {string} the folder of everything that is kept */
const findFolder = () => join(findCacheFolder(), 'installs')

/**
 * Lets one comparison at a time install the same packages.
 *
 * @param {string} kept as findKept finds it
 * @param {() => void} onWait is called once if another process installs them
 * @returns {Promise<{ release: () => void, hasWaited: boolean }>}
 */
export async function claimInstall (kept, onWait) {
  const folder = join(findCacheFolder(), 'installing')
  const take = () => takeLock(join(folder, basename(kept)))
  try {
    mkdirSync(folder, { recursive: true })
    const { release } = take()
    if (release) return { release, hasWaited: false }
    onWait()
    const later = await waitForLock(take, Infinity)
    return { release: () => later.release?.(), hasWaited: true }
  } catch (error) {
    if (!error.syscall) throw error
    // a cache that cannot be written keeps nothing, so nobody waits for it
    return { release () {}, hasWaited: false }
  }
}

/** @param {unknown} what decides what is installed or built @returns {string} the folder that keeps it, absolute */
export function findKept (what) {
  const { version, platform, arch, env } = process
  const variables = CHOOSING_VARIABLES.map((name) => env[name] ?? null)
  return join(findFolder(), createHash('sha256').update(JSON.stringify([version, platform, arch, variables, what])).digest('hex').slice(0, 32))
}

/** @param {string} [stamp] @returns {boolean | undefined} true for the stamp of a symbolic link */
const isLink = (stamp) => stamp?.startsWith('->')

/** @param {string} top absolute @param {string} [place] below it @param {Stamps} [stamps] @returns {Promise<Stamps>} of files, not git's */
export async function readStamps (top, place = '', stamps = new Map()) {
  if (isTurnDue()) await letSignalsIn()
  for (const entry of readdirSync(join(top, place), { withFileTypes: true })) {
    const path = place ? `${place}/${entry.name}` : entry.name
    if (entry.isDirectory()) await readStamps(top, path, stamps)
    else if (entry.name !== '.git' && (entry.isFile() || entry.isSymbolicLink())) stamps.set(path, readStamp(join(top, path)))
  }
  return stamps
}

/** @param {string} kept @returns {Index | undefined} undefined where nothing is kept, or something else */
function readIndex (kept) {
  try {
    return JSON.parse(readFileSync(join(kept, INDEX), 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string | undefined} kept @returns {number | undefined} when it was made, in ms since 1970 */
export const readKeptTime = (kept) => kept ? readIndex(kept)?.made : undefined

/** @param {string} kept @param {Stamped[]} files @returns {boolean} true if all of them are there, unchanged */
const areKept = (kept, files) => files.every(([path, stamp]) => readStamp(join(kept, 'files', path)) === stamp)

/** @param {string} kept @returns {boolean} true if everything is there that was kept */
export function isKeptWhole (kept) {
  try {
    const index = readIndex(kept)
    return index !== undefined && areKept(kept, index.files)
  } catch {
    return false
  }
}

/**
 * Puts what an earlier comparison installed or built into a checkout.
 *
 * @param {string} kept as findKept finds it
 * @param {string} top of the checkout
 * @param {{ isWritten?: boolean, isForOneDay?: boolean, isMoved?: boolean }} [options] `isWritten`: something may write into these files
 *   afterwards, so they are copies; else they are hard links; `isMoved`: takes only what needs neither
 * @returns {Promise<'taken' | 'absent' | 'damaged' | 'old'>} damaged: what is kept is removed; old: it is not, but has to be chosen anew
 */
export async function takeKept (kept, top, { isWritten = false, isForOneDay = false, isMoved = false } = {}) {
  if (!existsSync(kept)) return 'absent'
  const index = readIndex(kept)
  const drop = () => rmSync(kept, { recursive: true, force: true })
  /** @type {string[]} */
  let roots = []
  try {
    if (index && isForOneDay && Date.now() - index.made > DAY_MS) return 'old'
    if (!index) throw new Error('damaged')
    roots = listRoots(index.files).filter((root) => !existsSync(join(top, root)))
    const tree = await takeTree(kept, top, index.files, isWritten)
    if (isMoved && !tree) return 'absent'
    const { left, isCopied } = tree ?? { left: index.files, isCopied: isWritten }
    if (!areKept(kept, left)) throw new Error('damaged')
    for (const path of index.removed) rmSync(join(top, path), { force: true })
    await placeFiles(left, join(kept, 'files'), top, isCopied)
    lendTree(top, { kept, roots, isCopied })
  } catch (error) {
    // A full disk is no damage, but a file that another comparison removes meanwhile is.
    if (['ENOSPC', 'EDQUOT'].includes(error.code)) throw error
    try {
      for (const root of roots) rmSync(join(top, root), { recursive: true, force: true })
      drop()
    } catch {}
    return 'damaged'
  }
  try {
    const now = new Date()
    utimesSync(kept, now, now)
  } catch {
    // A cache that cannot be written can be read.
  }
  return 'taken'
}

/** @typedef {{ top: string, isWritten: boolean }} Taker a checkout; `isWritten`: a build may write into what it gets, so it gets copies */

/**
 * Gives checkouts the node_modules of the user. To copy 30,000 files takes 5 s, so they come from an earlier comparison, but for those that
 * have changed.
 *
 * @param {string} source the user's working tree
 * @param {Taker[]} takers
 */
export async function takeUserPackages (source, takers) {
  const kept = findKept(['of the user', source])
  const installed = listInstalled(source)
  const roots = installed.map((path) => relative(source, path).replaceAll(sep, '/'))
  /** @type {Stamps} */
  const stamps = new Map()
  for (const root of roots) await readStamps(source, root, stamps)
  const files = [...stamps].filter(([path]) => !TOOL_CACHE.test(path))
  await settleAllOrThrow(takers.map(async ({ top, isWritten }) => {
    const { left, isCopied } = await takeTree(kept, top, files, isWritten) ?? { left: [], isCopied: isWritten }
    await placeFiles(left, source, top, isCopied)
    await copyInstalled(source, top, isCopied, installed)
    lendTree(top, { kept, roots: roots.filter((root) => existsSync(join(top, root))), isCopied })
  }))
  try {
    mkdirSync(kept, { recursive: true })
    const bytes = files.reduce((sum, [, stamp]) => sum + (isLink(stamp) ? 0 : Number.parseInt(stamp)), 0)
    writeFileSync(join(kept, INDEX), JSON.stringify({ made: Date.now(), bytes, files: [], removed: [] }))
    removeOldest(KEPT_BYTES)
  } catch {
    // If the cache folder cannot be written, the next comparison copies all files again.
  }
}

/** @param {Stamped[]} files @returns {string[]} all node_modules, none of them inside of another one */
const listRoots = (files) => [...new Set(files.map(([path]) => findRoot(path)))].filter(Boolean)

/** @param {string} top @param {string} path @returns {boolean} false for a package of a workspace's member that this checkout lacks */
function hasParent (top, path) {
  const [parent, ...rest] = path.split('/node_modules/')
  return !rest.length || parent.startsWith('node_modules/') || existsSync(join(top, parent))
}

/** @param {Stamped[]} files @param {string} from @param {string} top of a checkout @param {boolean} isCopied else they are hard links */
async function placeFiles (files, from, top, isCopied) {
  const folders = new Map()
  for (const [path, stamp] of files) {
    if (isTurnDue()) await letSignalsIn()
    if (hasParent(top, path)) place(from, top, path, { stamp, isCopied, folders })
  }
}

/**
 * @param {string} from
 * @param {string} to
 * @param {string} path below both
 * @param {{ stamp?: string, isCopied: boolean, folders: Map<string, boolean>, laterTo?: string }} how `stamp`: of the file in `from`;
 *   `folders`: those of `to` that are there, true for a new one. Asking for each file takes seconds; `laterTo`: the name that `to` gets
 */
function place (from, to, path, { stamp, isCopied, folders, laterTo = to }) {
  const [source, target] = [join(from, path), join(to, path)]
  const folder = dirname(target)
  if (!folders.has(folder)) folders.set(folder, mkdirSync(folder, { recursive: true }) !== undefined)
  if (!folders.get(folder)) rmSync(target, { force: true })
  if (isLink(stamp)) placeLink(source, target, { from, to: laterTo })
  else placeFile(source, target, isCopied)
}

/**
 * Keeps what changed in a checkout since `before`.
 *
 * @param {string} kept as findKept finds it
 * @param {string} top of the checkout
 * @param {Stamps} before
 * @param {{ isWritten?: boolean, isOwn?: (path: string) => boolean, isPortable?: boolean, mostBytes?: number }} [options] `isWritten`:
 *   the checkout's files may be written later, so they are copied; `isOwn`: which changes are kept; `isPortable`: keeps nothing that
 *   names the checkout's folder
 * @returns {Promise<string | undefined>} why nothing is kept; undefined also where nothing has changed
 */
export async function keepChanges (kept, top, before, options = {}) {
  const { isWritten = false, isOwn = () => true, isPortable = false, mostBytes = KEPT_BYTES } = options
  const after = await readStamps(top)
  const isChanged = (/** @type {string} */ path) => before.get(path) !== after.get(path) && isOwn(path) && !TOOL_CACHE.test(path)
  const changed = [...after.keys()].filter(isChanged)
  const removed = [...before.keys()].filter((path) => !after.has(path) && isOwn(path))
  if (!changed.length && !removed.length) return undefined
  const bytes = changed.reduce((sum, path) => sum + lstatSync(join(top, path)).size, 0)
  if (bytes > mostBytes) return `${Math.round(bytes / 1e9)} GB are more than the ${mostBytes / 1e9} GB that are kept`
  const isBound = (/** @type {string} */ path) =>
    LOADABLE.test(path) && !isLink(after.get(path)) && readFileSync(join(top, path)).includes(top + sep)
  const bound = isPortable && changed.find(isBound)
  if (bound) return `${bound} names the folder of its checkout`
  const unfinished = `${kept}.${process.pid}`
  try {
    const folders = new Map()
    for (const path of changed) {
      if (isTurnDue()) await letSignalsIn()
      place(top, join(unfinished, 'files'), path, { stamp: after.get(path), isCopied: isWritten, folders, laterTo: join(kept, 'files') })
    }
    const files = changed.map((path) => /** @type {Stamped} */ ([path, readStamp(join(unfinished, 'files', path))]))
    writeFileSync(join(unfinished, INDEX), JSON.stringify({ made: Date.now(), bytes, files, removed }))
    renameSync(unfinished, kept)
    lendTree(top, { kept, roots: listRoots(files), isCopied: isWritten })
    removeOldest(mostBytes)
  } catch (error) {
    try { rmSync(unfinished, { recursive: true, force: true }) } catch {}
    // another comparison has kept the same meanwhile
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) && existsSync(kept)) return undefined
    return `${findFolder()} cannot be written (${error.code ?? error.message})`
  }
}

/** @param {number} mostBytes */
function removeOldest (mostBytes) {
  const folders = listNamesInFolder(findFolder()).map((name) => join(findFolder(), name))
  const all = folders.map((folder) => ({ folder, index: readIndex(folder) }))
  const isBeingWritten = (/** @type {string} */ folder) => isProcessRunning(Number(folder.split('.').at(-1)))
  for (const { folder, index } of all) if (!index && !isBeingWritten(folder)) rmSync(folder, { recursive: true, force: true })
  const whole = all.flatMap(({ folder, index }) =>
    index ? [{ folder, bytes: index.bytes * (1 + countCopies(folder)), ms: statSync(folder).mtimeMs }] : [])
  let bytes = 0
  for (const one of whole.toSorted((a, b) => b.ms - a.ms)) {
    bytes += one.bytes
    if (bytes > mostBytes) rmSync(one.folder, { recursive: true, force: true })
  }
}
