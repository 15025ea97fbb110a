import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { resolveUserPath } from 'hotpath/files'
import { ROOT } from './root.js'

/** @import { Lab } from 'hotpath/lab' */

/** Folder of this repository's labs. */
export const LABS_FOLDER = join(ROOT, 'labs', sep)

/** @param {string} [labs] a folder of labs @returns {string[]} their names, sorted */
export function listLabNames (labs = LABS_FOLDER) {
  return readdirSync(labs).filter((name) => existsSync(join(labs, name, 'lab.js'))).sort()
}

/**
 * @param {string} nameOrFolder a lab's name, or the path of a folder that holds one
 * @returns {string | undefined} the lab's folder; undefined without a lab.js
 */
export function resolveLabFolder (nameOrFolder) {
  // `PARSE-INT` must not find the lab parse-int, even on a disk that ignores case: progress is saved by the exact name
  if (!isPath(nameOrFolder)) return listLabNames().includes(nameOrFolder) ? join(LABS_FOLDER, nameOrFolder) : undefined
  const folder = resolveUserPath(nameOrFolder)
  return existsSync(join(folder, 'lab.js')) ? folder : undefined
}

/** @param {Pick<Lab, 'name' | 'folder'>} lab @returns {string} word to type for a lab: its name, or its path, quoted if necessary */
export function formatLabArgument ({ name, folder }) {
  if (resolveLabFolder(name) === folder) return name
  const path = relative(resolveUserPath('.'), folder)
  const typed = isAbsolute(path) || path.startsWith('..') ? folder : `.${sep}${path}`
  return /[^\w\-.:/\\~]/.test(typed) ? `"${typed}"` : typed
}

/** @param {string} text */
function isPath (text) {
  if (isAbsolute(text) || /[\\/]/.test(text)) return true
  return text.startsWith('.') && statSync(resolveUserPath(text), { throwIfNoEntry: false })?.isDirectory() === true
}
