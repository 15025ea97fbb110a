import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { intersects, satisfies } from 'semver'
import { readNodeVersion } from '@hotpath-labs/engine/process/node-options.js'
import { findOrDownloadNode, isVersionRequest } from '@hotpath-labs/engine/nodes/provide.js'
import { findPerfFiles } from './perf-files.js'

/**
 * Prepares the comparison of two perf files, which are run in place, without a copy.
 *
 * @param {{ cwd: string, base: string, head: string }} files paths, relative to `cwd`
 * @returns {Promise<Sides>}
 * @throws {HotpathError} if one is missing or no file
 */
export async function prepareFileComparison ({ cwd, base, head }) {
  const [from, to] = [base, head].map((typed) => {
    const file = resolve(cwd, typed)
    const isFolder = existsSync(file) && !statSync(file).isFile()
    if (isFolder) throw new HotpathError('NO_FILE', `${typed} is no file. Expected two files, such as: hotpath compare old.perf.js new.perf.js`)
    return findPerfFiles(cwd, [typed])[0]
  })
  const areSame = basename(from) === basename(to)
  const describe = (/** @type {string} */ file, /** @type {string} */ typed) =>
    ({ label: areSame ? typed : basename(file), folder: cwd, perfFiles: [file] })
  return {
    base: describe(from, base),
    head: describe(to, head),
    notes: from === to ? ['Both sides are the same file: every difference is noise.'] : [],
    remove: async () => {},
  }
}

/** Versions of Node that have `module.register`. A measured process needs it to find this package. */
const SUPPORTED = '^18.19.0 || >=20.6.0'

/**
 * Prepares the comparison of two versions of Node, which both run the perf files in the user's own folder.
 *
 * @param {{ cwd: string, base: string, head: string, files?: string[], onProgress?: OnProgress }} what `base` and `head`: versions such as
 *   22 or lts, or paths of binaries
 * @returns {Promise<Sides>}
 * @throws {HotpathError | import('@hotpath-labs/engine/failures.js').CannotRun}
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

/**
 * One of the two programs that are compared: base or head.
 *
 * @typedef {object} Side
 * @property {string} label for the screen, such as "main (a1b2c3d)"
 * @property {string} folder absolute, where its processes start: in a checkout the counterpart of the user's folder
 * @property {string} [top] absolute, of a checkout that has all that the side's programs load; undefined where a submodule differs, because
 *   submodules stay empty
 * @property {string[]} perfFiles absolute; those of both sides are in one order
 * @property {Map<string, string[]>} [fromHead] those of the base's perf files that head has added or changed, each with the files of head,
 *   relative to the folder, in which its benchmarks' code may be: itself if it changed or imports no file, and imports that base lacked
 * @property {string} [unmetPeer] a package that the project's other packages ask for at another version, and what to type
 * @property {(path: string) => string | undefined} [explainMissing] says why it lacks a file that the user's folder has, and what to type
 * @property {string} [node] path of its Node binary, else process.execPath
 */

/**
 * @typedef {object} Sides
 * @property {Side} base
 * @property {Side} head
 * @property {boolean} [isSame] both are the same program
 * @property {string[]} notes lines for the screen, such as new perf files, or one install for both
 * @property {() => Promise<void>} remove removes all that was made; a second call does nothing
 */

/** @typedef {(perfFiles: string[]) => Promise<boolean>} CheckFiles true if they load; throws for mistakes, before an install */

/**
 * @callback OnProgress is called when a step begins, such as "installing base: npm ci"
 * @param {string} what
 * @param {boolean} [isDetail] true for the progress of a step, which only a terminal shows
 * @returns {void}
 */

export {}
