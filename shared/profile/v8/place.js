import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '@hotpath-labs/lab/project/project.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/**
 * @typedef {{ file: string, line: number, column: number }} Place line and column from 1; `file` is a path, or node:… for Node's own code
 */

/**
 * Pattern of V8's text for a function, such as `get name /my path/file.js:3:42`. Both name and path may contain blanks, so the
 * pattern splits where a path starts, such as at `/`, `file://` or `node:`. Node 12 and 14 call their own files internal/timers.js.
 */
const NAME_AND_PLACE = /^(.*?) ?((?:file:\/\/|node:|\/|[a-zA-Z]:[\\/]).*|(?<=^| )\w[\w/-]*\.js):(\d+):(\d+)$/s

const MODULES = `${sep}node_modules${sep}`

/**
 * Parses V8's text for a function into the function's name and its place in the source.
 *
 * @param {string} text such as `name /path/file.js:3:42`
 * @returns {{ name: string, place: Place } | undefined} undefined for native code
 */
export function parseFunctionPlace (text) {
  const [, name, file, line, column] = text.match(NAME_AND_PLACE) ?? []
  return file === undefined
    ? undefined
    : { name: name || '(anonymous)', place: { file: convertUrlToPath(file), line: Number(line), column: Number(column) } }
}

/** @param {string} url a URL, or already a path */
export function convertUrlToPath (url) {
  return url.startsWith('file:') ? fileURLToPath(url) : url
}

/** @param {string} file @param {string} folder of the lab @returns {string} such as app.js, express/lib/router.js, node:net */
export function shortenFilePath (file, folder) {
  const start = file.lastIndexOf(MODULES)
  const base = [folder + sep, ROOT].find((base) => file.startsWith(base)) ?? ''
  return file.slice(start < 0 ? base.length : start + MODULES.length).replaceAll(sep, '/')
}

/** @param {Lab} lab @param {Place} place @returns {string} such as app.js:3 */
export function formatSourcePlace ({ folder }, { file, line }) {
  return `${shortenFilePath(file, folder)}:${line}`
}

/**
 * Creates a function that returns true for the lab's own code, and false for dependencies, Node and the measuring code.
 *
 * @param {Lab} lab
 * @returns {(place: Place | undefined) => boolean}
 */
export function createLabCodeFilter ({ folder, files }) {
  const variants = new Set(Object.values(files))
  const isOwnFile = (/** @type {string} */ file) => variants.has(file) || (file.startsWith(folder + sep) && !file.includes(MODULES))
  return (place) => place !== undefined && isOwnFile(place.file)
}
