import { simple } from 'acorn-walk'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DATA_FOLDER_NAME } from '../lab/data.js'
import { isJavaScriptFile, parseJavaScriptFile } from './syntax.js'

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
export function listImports (file) {
  /** @type {string[]} */
  const found = []
  const add = (/** @type {any} */ literal) => { if (typeof literal?.value === 'string') found.push(literal.value) }
  const addSource = (/** @type {any} */ node) => add(node.source)
  simple(parseJavaScriptFile(file), {
    ImportDeclaration: addSource,
    ExportNamedDeclaration: addSource,
    ExportAllDeclaration: addSource,
    ImportExpression: addSource,
    CallExpression: (node) => { if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0]) },
  })
  return found
}

/** @param {string} folder @returns {string[]} its files, absolute, without node_modules */
export function listFilesInFolder (folder) {
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules').flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFilesInFolder(path) : [path]
  })
}
