import { tmpdir } from 'node:os'
import { gte } from 'semver'
import { CannotRun, HotpathError } from '../failures/index.js'
import { findNodeBinary, findCachedVersionFolder, listCachedVersions, findNodeCacheFolder } from './cache.js'
import { UnusableNodeBinaryError, downloadNode } from './fetch.js'
import { NpmError, runNpm } from './npm.js'
import { NODE_BINARY_PACKAGES, NPM_PLATFORM } from './platform.js'
import { readNodeVersion } from '../measure/process/ask-node.js'
import { OLDEST_NODE_VERSION, isNodeTooOld, formatVersionList, findNearestVersion, findNewestMatchingVersion } from './request.js'
/** @import { ErrorCode } from '../failures/codes.js' */
/** @import { Watching } from './fetch.js' */

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

/** @param {string} request @param {any} error @returns {Error} with the command that mends it */
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
