import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { fromCaller } from 'hotpath/files'
import { ROOT } from './root.js'

/** Where the project's labs are. */
export const LABS = join(ROOT, 'labs', sep)

/** @param {string} [labs] a folder of labs @returns {string[]} their names, sorted */
export function labNames (labs = LABS) {
  return readdirSync(labs).filter((name) => existsSync(join(labs, name, 'lab.js'))).sort()
}

/**
 * @param {string} nameOrFolder a lab's name, or the path of a folder that holds one
 * @returns {string | undefined} the folder, if there is a lab in it
 */
export function labFolder (nameOrFolder) {
  // a disk that takes capitals for small letters would find it by another name, under which nothing is kept
  if (!isPath(nameOrFolder)) return labNames().includes(nameOrFolder) ? join(LABS, nameOrFolder) : undefined
  const folder = fromCaller(nameOrFolder)
  return existsSync(join(folder, 'lab.js')) ? folder : undefined
}

/** @param {Pick<import('hotpath/lab').Lab, 'name' | 'folder'>} lab @returns {string} what to type for it: its name, or where it is, seen from where commands are typed */
export function typedOf ({ name, folder }) {
  if (labFolder(name) === folder) return name
  const path = relative(fromCaller('.'), folder)
  const there = isAbsolute(path) || path.startsWith('..') ? folder : `.${sep}${path}`
  return /[^\w\-.:/\\~]/.test(there) ? `"${there}"` : there
}

/** @param {string} text */
function isPath (text) {
  return isAbsolute(text) || /[\\/]/.test(text) || (text.startsWith('.') && statSync(fromCaller(text), { throwIfNoEntry: false })?.isDirectory() === true)
}
