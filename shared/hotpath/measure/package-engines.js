import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'

/** @import { Failure } from '../failures/index.js' */
/** @import { Lab } from '../lab/load.js' */

/**
 * Finds a package of the lab that requires another version of Node. Skips indirect dependencies, because some declare that they require the
 * newest Node, but run on any Node.
 *
 * @param {Lab} lab
 * @param {string} version
 * @returns {Failure | undefined}
 */
export function findPackageForOtherNode ({ folder }, version) {
  for (const name of Object.keys(readPackage(folder)?.dependencies ?? {})) {
    const wants = readPackage(join(folder, 'node_modules', name))
    const range = wants?.engines?.node
    if (!range || satisfies(version, range)) continue
    const what = `${wants.version} wants Node ${range}, and this is ${version}`
    return { code: /** @type {const} */ ('NODE_OUT_OF_RANGE'), part: name, what, advice: 'Choose another version of Node: --node lts', stderr: '' }
  }
}

/** @param {string} folder @returns {any} undefined where no package.json can be read */
function readPackage (folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}
