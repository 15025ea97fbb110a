import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * What is wrong with the attendee's file, as one line with its place, where that is known.
 *
 * @param {{ what: string, stderr: string }} failure of the engine
 * @param {{ folder: string, file: string }} mine
 * @returns {{ file: string, line: number | undefined, what: string }}
 */
export function blamed ({ what, stderr }, mine) {
  const folder = realpathSync(mine.folder)
  const inPlainWords = PLAINLY.reduce((text, [words, plain]) => text.replace(words, plain), what.replace(/^failed: /, '').split('\n')[0])
  const said = explained(inPlainWords.replace(/ imported from .*$/, ''), stderr)
  const place = placeIn(stderr, folder) ?? placeOfImport(`${what}\n${stderr}`, folder) ?? (/^SyntaxError|Cannot use import/m.test(`${what}\n${stderr}`) ? placeOfSyntax(folder) : undefined)
  return { file: place?.file ?? mine.file, line: place?.line, what: said }
}

/** What the engine says in its own words, and an attendee wants in others. @type {[RegExp, string][]} */
const PLAINLY = [
  [/^did not answer within ([\d.]+) s .*/, 'has not answered for $1 s: is there an endless loop?'],
  [/^left requests unanswered for ([\d.]+) s/, 'has left requests unanswered for $1 s: is there an endless loop, or a promise that never settles?'],
  [/^threw (\w*Error): /, '$1: '],
  [/^Cannot use import statement outside a module$/, 'a function lab\'s file is CommonJS: write const … = require(…) instead of import'],
]

/** V8's last words. */
const OUT_OF_MEMORY = /JavaScript heap out of memory/

/** A status of 500 or an exit has its reason on stderr. @param {string} said @param {string} stderr */
function explained (said, stderr) {
  if (OUT_OF_MEMORY.test(stderr)) return 'has run out of memory: does something grow without end?'
  // express answers with its error, on a page of HTML
  const plain = stderr.replace(/<br>.*/g, '').replace(/^.*<pre>/m, '').replaceAll('&#39;', '\'').replaceAll('&quot;', '"')
  const [error, name, message] = plain.match(/^(\w*Error)(?: \[\w+\])?: (.*)$/m) ?? []
  if (!error || said.includes(error) || (name === 'Error' && message.startsWith(said))) return said
  return said === message ? error : `${said} (${error})`
}

/** @param {string} text with a stack in it @param {string} folder @returns {{ file: string, line: number } | undefined} the first place in the folder */
function placeIn (text, folder) {
  for (const start of [pathToFileURL(folder).href + '/', folder + sep]) {
    const [, rest = '', line = ''] = text.split(start)[1]?.match(/^([^\n:)]+):(\d+)/) ?? []
    const file = pathOf(start + rest)
    if (line && file && !rest.startsWith('node_modules')) return { file, line: Number(line) }
  }
}

/** @param {string} place a path, as CommonJS has it in a stack, or a URL, as an ES module has it @returns {string | undefined} nothing for a URL of no file */
function pathOf (place) {
  if (!place.startsWith('file:')) return place
  try {
    return fileURLToPath(place)
  } catch {
    // the attendee's own message may have anything in it
    return undefined
  }
}

/** Of a module that is not there Node says from which file, and not from which line. @param {string} text @param {string} folder */
function placeOfImport (text, folder) {
  const missing = text.match(/Cannot find (?:module|package) '([^']+)'/)?.[1]
  const from = text.match(/ imported from ([^\n]+)/)?.[1] ?? text.match(/Require stack:\n- ([^\n]+)/)?.[1]
  if (!missing || !from?.startsWith(folder) || !existsSync(from)) return
  const index = readFileSync(from, 'utf8').split('\n').findIndex((line) => /import|require|from/.test(line) && line.includes(basename(missing)))
  return index < 0 ? undefined : { file: from, line: index + 1 }
}

/** An ES module that does not parse has no place in the stack of its error; `node --check` tells it. @param {string} folder */
function placeOfSyntax (folder) {
  for (const name of readdirSync(folder).filter((name) => /\.[cm]?js$/.test(name))) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', join(folder, name)], { encoding: 'utf8' })
    if (status !== 0) return placeIn(stderr, folder)
  }
}
