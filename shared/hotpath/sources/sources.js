import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FLAGS_KEY_FOR_ALL_VARIANTS } from '../lab/manifest.js'
import { listFilesOfVariant } from './needs.js'
import { serializeSyntaxTree, isJavaScriptFile } from './syntax.js'
/** @import { Lab } from '../lab/load.js' */

/** Pattern of a variant's source hash in recorded files. The hash covers syntax trees, so a changed comment does not change the hash. */
export const SOURCE_HASH_PATTERN = /^tree-[0-9a-f]{16}$/

/**
 * Hashes each variant's program: its file, the lab's files and folders that it loads, and the Node flags that all variants get. A changed
 * comment does not change the hash.
 *
 * @param {Pick<Lab, 'files' | 'manifest'>} lab
 * @returns {Record<string, string>} by variant
 */
export function hashVariantSources ({ files, manifest }) {
  const { [FLAGS_KEY_FOR_ALL_VARIANTS]: flags } = manifest.flags
  return Object.fromEntries(Object.entries(files).map(([variant, file]) => {
    const hash = createHash('sha256')
    for (const one of listLoaded(file).sort()) hash.update(readContent(one))
    if (flags) hash.update(JSON.stringify(flags))
    return [variant, `tree-${hash.digest('hex').slice(0, 16)}`]
  }))
}

/** @param {string} file @returns {string} the part of its text that can change a measurement */
function readContent (file) {
  try {
    if (isJavaScriptFile(file)) return serializeSyntaxTree(file)
  } catch {
    // hashes the plain text of a file with a syntax error; this error is reported when the file is measured
  }
  // ignores line ends, because Git may change them at a checkout
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

/**
 * @param {Pick<Lab, 'files' | 'folder'>} lab
 * @param {string} variant
 * @returns {boolean} true for the lab's own file, false for an attempt
 */
export function isLabVariant ({ files, folder }, variant) {
  return dirname(files[variant] ?? '') === folder
}

/** @param {string} file @returns {string[]} the file, and the files of its lab that it loads */
function listLoaded (file) {
  try {
    return listFilesOfVariant(file).map((path) => join(dirname(file), path))
  } catch {
    // lists only the file itself if it has a syntax error; this error is reported when the file is measured
    return existsSync(file) ? [file] : []
  }
}
