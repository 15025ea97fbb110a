import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Largest size of an attendee's file in bytes. A usual solution has forty lines. */
export const MAX_ATTENDEE_FILE_BYTES = 100_000

/** Pattern of allowed names of files and folders: at most 40 letters (with vowel signs), digits, spaces, dots, hyphens and underscores. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,39}$/u

/** Names that Windows keeps for devices, such as `con.js`. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** File name that `pnpm lab start` gives to every attendee's file. */
const SHARED_NAME = /^mine(\.[cm]?js)$/i
const JAVASCRIPT = /\.[cm]?js$/

/** Control characters that no source has. Archives, pictures and programs have them in their first bytes. */
// eslint-disable-next-line no-control-regex -- finds these characters
const BINARY = /[\0-\x08\x0e-\x1f]/
const TOO_LONG = `is longer than ${MAX_ATTENDEE_FILE_BYTES / 1000} kB`
const INVALID_NAME = 'is not a valid name: begin with a letter or digit, and use at most 40 letters, digits, spaces, dots, hyphens and underscores'

/** @param {string} name of a person, a file or a folder @returns {boolean} */
function isValidName (name) {
  return NAME.test(name) && !DEVICE.test(name)
}

/**
 * @param {string} name
 * @returns {string} why a person on the board cannot have this name, as the rest of a sentence; empty if it is allowed
 */
export function findPersonNameFault (name) {
  if (!isValidName(name)) return INVALID_NAME
  // Windows ignores a blank or a dot at the end of a folder's name
  return /[ .]$/.test(name) || SHARED_NAME.test(`${name}.js`) ? 'is not a person\'s name' : ''
}

/** @param {string} name of a file @returns {string} why it is no program, as the rest of a sentence; empty if it may be one */
export function findFileTypeFault (name, text = '') {
  if (!JAVASCRIPT.test(name)) return 'is not a JavaScript file'
  if (Buffer.byteLength(text) > MAX_ATTENDEE_FILE_BYTES) return TOO_LONG
  return BINARY.test(text) ? 'is not text' : ''
}

/**
 * @param {string} name of a file
 * @param {string} [text]
 * @returns {string} why it cannot be judged, as the rest of a sentence; empty if it can
 */
export function findAttendeeFileFault (name, text) {
  const fault = findFileTypeFault(name, text)
  if (fault) return fault
  const [, extension] = SHARED_NAME.exec(name) ?? []
  if (extension) return `does not say whose file it is: rename it, for example to anna${extension}`
  return isValidName(name) ? '' : INVALID_NAME
}

/**
 * Reads the attendees' files. If Anna has both `anna.js` and `anna/mine.js`, her newer file counts.
 *
 * @param {string} folder
 * @param {string} mine name of an attendee's own file
 * @returns {{ who: string, text: string, refused: string }[]} `refused`: why the file is not read; empty if it is
 */
export function readAttendeeFiles (folder, mine) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const found = entries.flatMap((entry) => {
    const { name } = entry
    const isFolder = entry.isDirectory()
    // skips names that begin with a dot, because editors and systems hide their own files this way
    if (name.startsWith('.') || !(isFolder ? existsSync(join(folder, name, mine)) : JAVASCRIPT.test(name))) return []
    const fault = isFolder ? isValidName(name) ? '' : INVALID_NAME : findAttendeeFileFault(name)
    const source = fault ? refuse(fault) : readSource(isFolder ? join(folder, name, mine) : join(folder, name))
    return [{ who: isFolder || fault ? name : name.replace(JAVASCRIPT, ''), ...source }]
  })
  const newestLast = found.sort((a, b) => a.writtenMs - b.writtenMs)
  return [...new Map(newestLast.map(({ writtenMs, ...source }) => [source.who, source])).values()]
}

/** @param {string} file */
function readSource (file) {
  try {
    const stat = lstatSync(file)
    // refuses links and pipes: a link could lead to any file of this machine, and a pipe never ends
    if (!stat.isFile()) return refuse(stat.isSymbolicLink() ? 'is a link; only files are judged' : 'is not a file', stat.mtimeMs)
    if (stat.size > MAX_ATTENDEE_FILE_BYTES) return refuse(TOO_LONG, stat.mtimeMs)
    const text = readFileSync(file, 'utf8')
    return BINARY.test(text) ? refuse('is not text', stat.mtimeMs) : { text, refused: '', writtenMs: stat.mtimeMs }
  } catch (error) {
    return refuse(`cannot be read: ${error.code}`)
  }
}

/** @param {string} refused why */
function refuse (refused, writtenMs = 0) {
  return { text: '', refused, writtenMs }
}
