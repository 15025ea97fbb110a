import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isJavaScriptFile, listReferences, parseJavaScriptFile, serializeSyntaxTree } from '@hotpath-labs/engine/syntax.js'
import { DATA_FOLDER_NAME } from './data.js'
import { FLAGS_KEY_FOR_ALL_VARIANTS } from './manifest.js'

/** @import { Lab } from './load.js' */

/**
 * Lists the files in the lab that a variant needs: its own file, its relative imports, and folders that one of these files names,
 * such as `views`.
 *
 * @param {string} file absolute
 * @returns {string[]} relative to the file's folder, itself first
 */
export function listFilesOfVariant (file) {
  const root = dirname(file)
  const traced = new Set([file])
  // the loop also visits files that it adds, so imports of imports are found
  for (const one of traced) for (const imported of resolveImports(one)) traced.add(imported)
  const sources = [...traced].map((one) => readFileSync(one, 'utf8'))
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['node_modules', DATA_FOLDER_NAME].includes(entry.name) && sources.some((source) => source.includes(entry.name)))
  return [
    ...[...traced].map((one) => relative(root, one)),
    ...folders.flatMap(({ name }) => listFilesInFolder(join(root, name)).map((one) => relative(root, one))),
  ].map((path) => path.replaceAll(sep, '/'))
}

/** @param {string} file @returns {string[]} the files of its relative imports, absolute */
function resolveImports (file) {
  if (!isJavaScriptFile(file)) return []
  return listImports(file).filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => extname(file) === '.cjs' ? createRequire(file).resolve(specifier) : fileURLToPath(new URL(specifier, pathToFileURL(file))))
}

/** @param {string} file @returns {string[]} the specifiers of its imports and requires, as written */
export const listImports = (file) => listReferences(parseJavaScriptFile(file)).specifiers

/** @param {string} folder @returns {string[]} its files, absolute, without node_modules and hidden ones, such as .DS_Store of macOS */
export function listFilesInFolder (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules' && !name.startsWith('.')).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFilesInFolder(path) : [path]
  })
}

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

/**
 * @param {string} file absolute
 * @param {string} other absolute
 * @returns {boolean} true if both, with the files that they load beside them, are the same code, whatever their names and comments are
 */
export function isSameProgram (file, other) {
  const [one, two] = [file, other].map((program) => listLoaded(program).map(readContent).sort())
  return one.length > 0 && one.length === two.length && one.every((content, index) => content === two[index])
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

/** @param {string} file @returns {string[]} the file, and the files of its lab that it loads */
function listLoaded (file) {
  try {
    return listFilesOfVariant(file).map((path) => join(dirname(file), path))
  } catch {
    // lists only the file itself if it has a syntax error; this error is reported when the file is measured
    return existsSync(file) ? [file] : []
  }
}
