import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { intersects, satisfies } from 'semver'
import { HotpathError } from '../../failures/index.js'
import { readNodeVersion } from '../../measure/process/ask-node.js'
import { findOrDownloadNode } from '../../nodes/provide.js'
import { isVersionRequest } from '../../nodes/request.js'
import { findPerfFiles } from './perf-files.js'
/** @import { OnProgress, Sides } from './index.js' */

/** Versions of Node that have `module.register`. A measured process needs it to find this package. */
const SUPPORTED = '^18.19.0 || >=20.6.0'

/**
 * Prepares the comparison of two versions of Node, which both run the perf files in the user's own folder.
 *
 * @param {{ cwd: string, base: string, head: string, files?: string[], onProgress?: OnProgress }} what `base` and `head`: versions such as
 *   22 or lts, or paths of binaries
 * @returns {Promise<Sides>}
 * @throws {HotpathError | import('../../failures/index.js').CannotRun}
 */
export async function prepareNodeComparison ({ cwd, base, head, files, onProgress = () => {} }) {
  const perfFiles = findPerfFiles(cwd, files)
  const sides = []
  // Find one version after the other: two downloads at once would wait for the same lock.
  for (const typed of [base, head]) {
    onProgress(`looking for Node ${typed}`)
    const { version, file } = await findNode(typed, cwd, onProgress)
    sides.push({ label: `Node ${version}`, folder: cwd, perfFiles, node: file })
  }
  const [from, to] = sides
  const notes = from.label === to.label ? [`Both sides are ${from.label}: every difference is noise.`] : []
  return { base: from, head: to, notes, remove: async () => {} }
}

/**
 * @param {string} typed
 * @param {string} cwd
 * @param {OnProgress} onProgress
 * @returns {Promise<{ version: string, file: string }>} `version` without its v
 */
async function findNode (typed, cwd, onProgress) {
  if (isVersionRequest(typed)) {
    // before a download
    if (/\d/.test(typed) && !intersects(typed, SUPPORTED)) throw tooOld(typed)
    let isDownloading = false
    const found = await findOrDownloadNode(typed, {
      onWait: (other) => onProgress(`waiting for ${other}`),
      onBytes (version) {
        // Announce a download once, although its progress arrives twice a second.
        if (!isDownloading) onProgress(`downloading Node ${version}`)
        isDownloading = true
      },
    })
    return checkAge(found)
  }
  const file = resolve(cwd, typed)
  if (!existsSync(file)) throw new HotpathError('NO_SUCH_NODE', `--node ${typed} is neither a version nor a file. Expected two versions of Node, or paths of two binaries, such as: --node 22 26`)
  const version = await readNodeVersion(file).catch((error) => { throw new HotpathError('NODE_DOES_NOT_RUN', `${typed} does not run as Node here: ${error.message}`) })
  return checkAge({ version: version.slice(1), file })
}

/** @param {{ version: string, file: string }} found @returns {{ version: string, file: string }} the same @throws {HotpathError} */
function checkAge (found) {
  if (!satisfies(found.version, SUPPORTED, { includePrerelease: true })) throw tooOld(found.version)
  return found
}

/** @param {string} version */
const tooOld = (version) => new HotpathError('NODE_TOO_OLD', `Node ${version} is too old for hotpath compare. Expected 18.19 or a later 18, or 20.6 or newer.`)
