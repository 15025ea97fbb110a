import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fromCaller } from './caller.js'
import { ManifestError } from './define.js'

/** Where the project's labs are. */
export const LABS = fileURLToPath(new URL('../../labs/', import.meta.url))

/**
 * @typedef {object} Lab
 * @property {string} name the folder's
 * @property {string} folder absolute
 * @property {import('./manifest.js').Manifest} manifest
 * @property {Record<string, string>} files absolute path of every variant, and of `limit` where there is one
 */

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

/** @param {Pick<Lab, 'name' | 'folder'>} lab @returns {string} what to type for it: its name, or where it is, seen from where commands are typed */
export function typedOf ({ name, folder }) {
  if (labFolder(name) === folder) return name
  const path = relative(fromCaller('.'), folder)
  const there = isAbsolute(path) || path.startsWith('..') ? folder : `.${sep}${path}`
  return /[^\w\-.:/\\~]/.test(there) ? `"${there}"` : there
}

/**
 * @param {string} folder
 * @returns {Promise<Lab>}
 * @throws {ManifestError} when the manifest is wrong or a variant's file is missing
 */
export async function loadLab (folder) {
  const name = basename(folder)
  const { default: manifest } = await import(pathToFileURL(join(folder, 'lab.js')).href).catch((error) => {
    throw new ManifestError(`lab ${name}: ${error instanceof ManifestError ? error.message : `lab.js does not load: ${error.message}`}`)
  })
  if (!manifest?.ladder) throw new ManifestError(`lab ${name}: expected lab.js to export defineLab({ … }) as its default`)

  const extension = manifest.kind === 'function' ? '.cjs' : '.js'
  const variants = [...Object.keys(manifest.ladder), ...(manifest.limit ? ['limit'] : [])]
  const files = Object.fromEntries(variants.map((variant) => [variant, join(folder, variant + extension)]))
  for (const [variant, file] of Object.entries(files)) {
    if (!existsSync(file)) throw new ManifestError(`lab ${name}: ladder.${variant}: expected the file ${basename(file)} beside lab.js, but there is none`)
  }
  return { name, folder, manifest, files }
}

/** @param {string} text */
function isPath (text) {
  return isAbsolute(text) || /[\\/]/.test(text) || (text.startsWith('.') && statSync(fromCaller(text), { throwIfNoEntry: false })?.isDirectory() === true)
}
