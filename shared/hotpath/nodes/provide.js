import { tmpdir } from 'node:os'
import { gte } from 'semver'
import { CannotRun } from '../measure/process/failure.js'
import { binaryIn, folderFor, keptVersions, versionsFolder } from './cache.js'
import { UnusableBinary, fetchNode } from './fetch.js'
import { NpmError, npm } from './npm.js'
import { PACKAGES, PLATFORM } from './platform.js'
import { readVersion } from '../measure/process/ask-node.js'
import { OLDEST, isTooOld, listed, nearestTo, newestFor } from './request.js'

/** npm's words for: nobody answers. */
const UNREACHABLE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT', 'ERR_SOCKET_TIMEOUT', 'ENOTCACHED', 'FETCH_ERROR']

/** And for: it broke off in the middle. */
const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR', 'TAR_BAD_ARCHIVE', 'TAR_ABORT']

/** What a file system says that does not take any more. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']
const FULL = ['ENOSPC', 'EDQUOT']

/** There is no such version. */
export class NoSuchVersion extends Error {
  name = 'NoSuchVersion'
}

/**
 * A Node of the cache, or of the registry where the cache has none.
 *
 * @param {string} request such as 20, 20.11.0, lts
 * @param {import('./fetch.js').Watching & { isNewestWanted?: boolean }} [how] `isNewestWanted`: whether the registry is asked although the cache has one that fits,
 *   and the cache's is given only where the network fails. Without it the registry is asked for `current` alone, and almost any failure leaves the cache's
 * @returns {Promise<{ version: string, file: string }>} `version` without its v
 * @throws {NoSuchVersion | CannotRun}
 */
export async function provideNode (request, { isNewestWanted, ...watching } = {}) {
  if (/\d/.test(request) && isTooOld(request)) throw new NoSuchVersion(`Node ${request} is too old: the oldest that can be measured is ${OLDEST}.`)
  const kept = newestFor(request, keptVersions())
  if (kept && !(isNewestWanted ?? request === 'current')) return usable(kept)
  try {
    const published = await publishedVersions()
    const version = newestFor(request, [...published.keys()])
    if (!version) throw new NoSuchVersion(`There is no Node ${request} for ${PLATFORM}. The nearest is ${nearestTo(request, [...published.keys()])}.`)
    if (!keptVersions().includes(version)) await fetchNode(version, String(published.get(version)), watching)
    return usable(version)
  } catch (error) {
    const forgiven = isNewestWanted ? [...UNREACHABLE, ...BROKEN_OFF] : [...FULL, ...UNWRITABLE]
    // a failed checksum may be an attack, which nobody should miss
    const isForgiven = forgiven.includes(error.code) || (!isNewestWanted && error instanceof NpmError && error.code !== 'EINTEGRITY')
    if (kept && isForgiven) return usable(kept)
    throw explained(request, error)
  }
}

/** @param {string} version that is in the cache */
async function usable (version) {
  const file = binaryIn(folderFor(version))
  await readVersion(file).catch((error) => { throw new CannotRun(`Node ${version}`, `does not run here: ${error.message}`, `Download it again: pnpm node remove ${version}, then pnpm node add ${version}`) })
  return { version, file }
}

/** @returns {Promise<Map<string, string>>} the package of every version that can be measured here */
async function publishedVersions () {
  /** @type {Map<string, string>} */
  const published = new Map()
  for (const name of PACKAGES) {
    /** @type {string[]} */
    const versions = [].concat(await npm(['view', name, 'versions'], tmpdir()))
    for (const version of versions) if (gte(version, OLDEST)) published.set(version, name)
  }
  return published
}

/** @param {string} request @param {any} error @returns {Error} in words that say what to do */
function explained (request, error) {
  const node = `Node ${request}`
  if (error instanceof UnusableBinary) return new CannotRun(node, `does not run here: ${error.message}`, 'Give the path of a Node that runs: --node /path/to/node')
  const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (FULL.includes(code)) return new CannotRun(node, `cannot be stored: the disk is full (${code})`, `Free some space, or set HOTPATH_CACHE to a folder on another disk; now it is ${versionsFolder()}`)
  if (UNWRITABLE.includes(code)) return new CannotRun(node, `cannot be stored: ${message}`, 'Set HOTPATH_CACHE to a folder where you may write')
  if (!(error instanceof NpmError)) return error
  if (code === 'E404') return new CannotRun(node, `is not available for ${PLATFORM}: the registry has no package ${PACKAGES.join(' or ')}`, 'Give the path of a Node: --node /path/to/node')
  if (code === 'EINTEGRITY') return new CannotRun(node, "cannot be fetched: the download does not match the registry's checksum", 'Try again, or use another registry')
  if (code === 'ENONPM') return new CannotRun(node, 'cannot be fetched: there is no working npm on the PATH', 'Install npm, or give the path of a Node: --node /path/to/node')
  const kept = `The cache has ${listed(keptVersions())}`
  if (UNREACHABLE.includes(code)) return new CannotRun(node, `cannot be fetched: the registry does not answer (${code})`, kept)
  if (BROKEN_OFF.includes(code)) return new CannotRun(node, `cannot be fetched: the download broke off (${code})`, 'Try again')
  return new CannotRun(node, `cannot be fetched: ${message}`, kept)
}
