import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import { machine, today } from 'hotpath/measure'
import { writeWhole } from 'hotpath/files'
import { anySeed, LOOKS } from 'hotpath/stats'
import { here } from './recorded-pairs.js'
import { pickScarcest } from './journal.js'
import { tried } from './trial.js'

/** One file a machine: JSON lines, each a member of its own of a gzip file, so that one is appended without reading the others. `zcat` prints them all. */
const FOLDER = join(ROOT, 'docs', 'validation', 'nulls')

/** Comparisons wanted on one machine: none wrong of so many proves one in a thousand (Hanley & Lippman-Hand 1983: 3 over their number). */
const WANTED = 3000

/** The noise of those that take no turns with other measurements: whatever goes on meanwhile. */
const OTHER_WORK = 'other work'

/** How much oftener than another a kind is taken: a function takes the fewest seconds. */
const WEIGHTS = { function: 8, server: 1, heap: 1 }

/** Seconds after which no new pair begins: thousands are needed. In two a function is measured in three or four pairs; a server is in one, of which nothing can be said. */
const SECONDS = { function: 2, server: 10, heap: 4 }

/**
 * @typedef {{ slow: number[], fast: number[] }} Blocks of one pair of processes: µs per call, µs of CPU per request or bytes per request
 *
 * @typedef {object} Comparison of a program with itself
 * @property {import('./probe.js').Kind} kind
 * @property {import('./noise.js').Noise | typeof OTHER_WORK} noise
 * @property {number} seed
 * @property {'faster' | 'slower' | 'undecided'} says what the engine of that day said
 * @property {number} seconds
 * @property {number} most the seconds after which no new pair was begun
 * @property {string} node
 * @property {string} on a day
 * @property {ReturnType<typeof machine>} machine
 * @property {Blocks[]} pairs in the order in which they came
 */

/**
 * Asks the engine once whether a program is faster than itself.
 *
 * @param {{ kind?: string, noise: import('./noise.js').Noise, seconds?: number, isBeside?: boolean }} limits `seconds`: instead of those of its kind; `isBeside`: others measure at the same time
 * @param {string} [folder]
 * @returns {Promise<Comparison | undefined>} nothing where there are enough of this machine
 */
export async function askNull ({ kind: only, noise: made, seconds: asked, isBeside = false }, folder = FOLDER) {
  const known = readNullFile(fileIn(folder)).rows.filter(isAsked)
  if (known.length >= WANTED) return
  const noise = isBeside ? OTHER_WORK : made
  const cells = Object.entries(WEIGHTS).flatMap(([kind, weight]) => !only || kind === only ? [{ kind: /** @type {import('./probe.js').Kind} */ (kind), noise, weight }] : [])
  const { kind } = pickScarcest(cells, known, ['kind', 'noise'])
  const seed = anySeed()
  const most = asked ?? SECONDS[kind]
  const { says, seconds: took, pairs, node } = await tried({ kind, noise: made, ratio: 1, floor: 1, seed, seconds: most })
  return { kind, noise, seed, says, seconds: took, most, node, on: today(), machine: machine(), pairs }
}

/** @param {Comparison} row @returns {boolean} whether it came to a look, at which the engine could have been wrong */
export function isAsked ({ pairs }) {
  return pairs.length >= LOOKS[0]
}

/** @param {Comparison} row @param {string} [folder] */
export function appendNull (row, folder = FOLDER) {
  mkdirSync(folder, { recursive: true })
  const file = fileIn(folder)
  const { rows, isWhole } = readNullFile(file)
  // who was stopped in the middle of a row: after half of one nothing could be read
  if (!isWhole) writeWhole(file, Buffer.concat(rows.map(packed)))
  appendFileSync(file, packed(row))
}

/** @param {string} [folder] @returns {Comparison[]} of every machine on which some were recorded */
export function readNulls (folder = FOLDER) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')).sort().flatMap((name) => readNullFile(join(folder, name)).rows)
}

/** @param {string} file @returns {{ rows: Comparison[], isWhole: boolean }} those that are whole */
function readNullFile (file) {
  if (!existsSync(file)) return { rows: [], isWhole: true }
  const bytes = readFileSync(file)
  let isWhole = true
  let text
  try {
    text = gunzipSync(bytes)
  } catch {
    isWhole = false
    text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
  }
  const lines = text.toString().split('\n')
  // the part after the last line end is empty, or half a row
  if (lines.pop() !== '') isWhole = false
  return { rows: lines.map((line) => JSON.parse(line)), isWhole }
}

/** @param {Comparison} row */
const packed = (row) => gzipSync(`${JSON.stringify(row)}\n`, { level: constants.Z_BEST_COMPRESSION })

/** This machine's. @param {string} folder */
const fileIn = (folder) => join(folder, `${here()}.jsonl.gz`)
