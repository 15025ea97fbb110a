import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isJavaScriptFile } from '@hotpath-labs/engine/syntax.js'
import { listFilesInFolder } from '@hotpath-labs/lab/sources.js'

/** @typedef {{ file: string, line: number }} Place */

/** Patterns of the engine's error messages, each with the wording that an attendee sees. @type {[RegExp, string][]} */
const WORDINGS = [
  [/^failed: /, ''],
  [/\n[^]*/, ''],
  [/^did not answer within ([\d.]+) s .*/, 'has not answered for $1 s: is there an endless loop?'],
  [/^left requests unanswered for ([\d.]+) s.*/, 'has left requests unanswered for $1 s: is there an endless loop, or a promise that never settles?'],
  [/^threw (\w*Error): /, '$1: '],
  [/^RangeError: Invalid string length$/, 'RangeError: Invalid string length: are the answers too large to be compared?'],
  [/^Cannot use import statement outside a module$/, 'the file of a function lab is CommonJS: write const … = require(…) instead of import'],
  [/ imported from .*$/, ''],
]

/** Wordings for a server, before the others. @type {[RegExp, string][]} */
const SERVER_WORDINGS = [
  [/^did not answer within ([\d.]+) s \(request: load\)/, 'does not listen after $1 s: is there an endless loop, or a promise that never resolves with the server?'],
  [/^failed: expected the default export to resolve with .*/, 'does not listen: return a server that already listens, or a promise of one'],
]

/** V8's message before it aborts. */
const OUT_OF_MEMORY = /JavaScript heap out of memory/

/**
 * Describes an error of the attendee's file in one line, and finds the file and the line of the error.
 *
 * @param {{ what: string, stderr: string }} failure of the engine
 * @param {{ folder: string, file: string }} mine
 * @returns {{ file: string, line: number | undefined, what: string }} `line` is undefined if it is unknown
 */
export function locateAttemptError ({ what, stderr }, mine) {
  // somebody may have moved the folder away while the file was running
  const folder = existsSync(mine.folder) ? realpathSync(mine.folder) : mine.folder
  const text = `${what}\n${stderr}`
  const isSyntaxError = /SyntaxError|Cannot use import/.test(text)
  const place = findInStack(stderr, folder) ?? findImport(text, folder) ??
    (isSyntaxError ? findSyntaxError(folder, basename(mine.file)) : undefined)
  const wordings = mine.file.endsWith('.cjs') ? WORDINGS : [...SERVER_WORDINGS, ...WORDINGS]
  const message = wordings.reduce((message, [words, plain]) => message.replace(words, plain), what)
  return { file: place?.file ?? mine.file, line: place?.line, what: addReason(message, stderr) }
}

/**
 * Adds the program's error on stderr to the message, because it explains why the program exited or answered with status 500.
 *
 * @param {string} message
 * @param {string} stderr
 */
function addReason (message, stderr) {
  if (OUT_OF_MEMORY.test(stderr)) return 'has run out of memory: does something grow without end?'
  // removes the HTML around an error, because Express prints errors as HTML pages
  const plain = stderr.replace(/<br>.*/g, '').replace(/^.*<pre>/m, '').replaceAll('&#39;', '\'').replaceAll('&quot;', '"')
  const [error, name, reason] = plain.match(/^(\w*Error)(?: \[\w+\])?: (.*)$/m) ?? []
  if (!error || message.includes(error) || (name === 'Error' && reason.startsWith(message))) return message
  return message === reason ? error : `${message} (${error})`
}

/** @param {string} stack @param {string} folder @returns {Place | undefined} the first place in the folder, outside of its packages */
function findInStack (stack, folder) {
  // looks for a URL and a path, because a stack names ES modules by URL and CommonJS files by path
  for (const start of [pathToFileURL(folder).href + '/', folder + sep]) {
    const [, rest = '', line = ''] = stack.split(start)[1]?.match(/^([^\n:)]+):(\d+)/) ?? []
    const file = readPath(start + rest)
    if (line && file && !rest.startsWith('node_modules')) return { file, line: Number(line) }
  }
}

/** @param {string} place path or URL @returns {string | undefined} path; undefined for a URL that no file can have */
function readPath (place) {
  if (!place.startsWith('file:')) return place
  try {
    return fileURLToPath(place)
  } catch {
    // ignores a URL that names no file, because an attendee's error message may contain any text
    return undefined
  }
}

/**
 * Finds the line of a failed import, because Node's error names only the file.
 *
 * @param {string} text
 * @param {string} folder
 * @returns {Place | undefined}
 */
function findImport (text, folder) {
  const missing = text.match(/Cannot find (?:module|package) '([^']+)'/)?.[1]
  const from = text.match(/ imported from ([^\n]+)/)?.[1] ?? text.match(/Require stack:\n- ([^\n]+)/)?.[1]
  if (!missing || !from?.startsWith(folder) || !existsSync(from)) return
  const lines = readFileSync(from, 'utf8').split('\n')
  const index = lines.findIndex((line) => /import|require|from/.test(line) && line.includes(basename(missing)))
  return index < 0 ? undefined : { file: from, line: index + 1 }
}

/**
 * Finds a syntax error with `node --check`, because the stack of a broken ES module names no line. Checks only the files that the program
 * names, because another file is never loaded.
 *
 * @param {string} folder
 * @param {string} name of the program's first file
 * @returns {Place | undefined}
 */
function findSyntaxError (folder, name) {
  const files = existsSync(folder) ? listFilesInFolder(folder).filter(isJavaScriptFile) : []
  const loaded = new Set(files.filter((file) => file === join(folder, name)))
  // the loop also visits files that it adds
  for (const file of loaded) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' })
    if (status !== 0) return findInStack(stderr, folder)
    const text = readFileSync(file, 'utf8')
    for (const other of files) if (text.includes(basename(other, extname(other)))) loaded.add(other)
  }
}
