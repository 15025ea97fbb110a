import { existsSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { rcompare, valid } from 'semver'
import { PLATFORM } from './platform.js'

/** Where a package has its binary, in the cache as in the registry. */
const BINARY = join('bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** @returns {string} the folder that holds one folder for each version: in the user's cache, or where HOTPATH_CACHE says */
export function versionsFolder () {
  const cache = process.env.HOTPATH_CACHE ? resolve(process.env.HOTPATH_CACHE) : envPaths('hotpath-labs', { suffix: '' }).cache
  return join(cache, 'node', PLATFORM)
}

/** @param {string} version @returns {string} */
export const folderFor = (version) => join(versionsFolder(), version)

/** @param {string} folder of a version, or of a package that has been unpacked @returns {string} */
export const binaryIn = (folder) => join(folder, BINARY)

/** @returns {string[]} the versions that are in the cache, the newest first */
export function keptVersions () {
  return namesIn(versionsFolder()).filter((name) => valid(name) && existsSync(binaryIn(folderFor(name)))).sort(rcompare)
}

/** @param {string} version that is in the cache */
export async function removeVersion (version) {
  await rm(folderFor(version), { recursive: true, force: true })
}

/** @param {string} folder @returns {string[]} none where it cannot be read */
export function namesIn (folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {string} folder @returns {number} */
export function bytesIn (folder) {
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  } catch {
    // what was listed has just been moved
    return 0
  }
}
