import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A variant has some forty lines; what is much longer is another thing. */
export const MOST_SOURCE_BYTES = 100_000

/** More than a room has. */
const MOST_FILES = 100

/** Of files, and of folders that hold one: letters, digits and what people put between them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u

/** What pnpm lab start calls everybody's file. */
const EVERYBODYS = /^mine(\.[cm]?js)$/i

const LINKED = 'is a link; only files are judged'
const TOO_LONG = `is longer than ${MOST_SOURCE_BYTES / 1000} kB`

/** @param {string} name of a file @param {string} [text] @returns {string} why it is none that can be judged, as what follows its name */
export function wrongWith (name, text = '') {
  if (!isJavaScript(name)) return 'is not a JavaScript file'
  if (Buffer.byteLength(text) > MOST_SOURCE_BYTES) return TOO_LONG
  const [, extension] = EVERYBODYS.exec(name) ?? []
  return extension ? `does not say whose file it is: rename it, for example to anna${extension}` : wrongAs(name)
}

/** @param {string} name of a file or a folder @returns {string} why it is no attendee's */
function wrongAs (name) {
  return NAME.test(name) ? '' : 'is not a valid name: use at most 40 letters, digits, blanks, dots, dashes and underscores'
}

/** @param {string} name */
function isJavaScript (name) {
  return /\.[cm]?js$/.test(name)
}

/**
 * @param {string} folder
 * @param {string} mine what an attendee's own file is called
 * @returns {{ who: string, text: string, refused: string }[]} `anna.js` and `anna/mine.js` are both Anna's, and the newer one counts
 */
export function sourcesIn (folder, mine) {
  const found = namesIn(folder).flatMap(({ name, isFolder }) => {
    const file = isFolder ? join(folder, name, mine) : join(folder, name)
    // a dot hides what editors and systems put beside a file
    if (name.startsWith('.') || !(isFolder ? isThere(file) : isJavaScript(name))) return []
    const wrong = isFolder ? wrongAs(name) : wrongWith(name)
    return [{ who: isFolder || wrong ? name : name.replace(/\.[cm]?js$/, ''), file, wrong }]
  })
  const newestLast = found.map((one) => ({ ...one, at: writtenAt(one.file) })).sort((a, b) => a.at - b.at)
  const files = new Map(newestLast.map((one) => [one.who, one]))
  return [...files.values()].slice(-MOST_FILES).map(({ who, file, wrong }) => ({ who, ...(wrong ? { text: '', refused: wrong } : read(file)) }))
}

/** @param {string} file @returns {number} 0 where it cannot be asked */
function writtenAt (file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0
  }
}

/** @param {string} file @returns {boolean} also where it cannot be read: whoever tries is told why */
function isThere (file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** @param {string} folder @returns {{ name: string, isFolder: boolean }[]} none where there is no such folder */
function namesIn (folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
  } catch {
    return []
  }
}

/** @param {string} file @returns {{ text: string, refused: string }} */
function read (file) {
  let open
  try {
    // a link could lead to any file of this machine, and a pipe would never end; Windows has no flag for that
    if (lstatSync(file).isSymbolicLink()) return { text: '', refused: LINKED }
    open = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(open)
    if (!stat.isFile()) return { text: '', refused: 'is not a file' }
    if (stat.size > MOST_SOURCE_BYTES) return { text: '', refused: TOO_LONG }
    return { text: readFileSync(open, 'utf8'), refused: '' }
  } catch (error) {
    return { text: '', refused: error.code === 'ELOOP' ? LINKED : `cannot be read: ${error.code}` }
  } finally {
    if (open !== undefined) closeSync(open)
  }
}
