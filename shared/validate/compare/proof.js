import { compareBaseAndHead } from 'hotpath/internal/compare/compare.js'
import { formatTodaysDate, describeMachine } from '@hotpath-labs/engine/machine.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { hashCompareSettings, hashPairSettings } from '../engine.js'
import { chooseLeastTestedCombination } from '../journal.js'
import { startNoise } from '../noise.js'
import { COMPARE_COMBINATION_FIELDS, DEFAULT_SLOWDOWN_MARGIN, DEFAULT_LEAK_MARGIN_BYTES, listCompareCombinations } from './cells.js'
import { writePerfFiles } from './programs.js'

/** @import { CompareCell, CompareKind, CompareLimits } from './cells.js' */

/** Seconds that a comparison is given, as with --seconds, by kind of program. @type {Partial<Record<CompareKind, number>>} */
const GIVEN_SECONDS = { function: 10, 'async function': 10, server: 30, heap: 30 }

/** Seconds that a comparison takes without --seconds, by kind of program. @type {Partial<Record<CompareKind, number>>} */
const USUAL_SECONDS = {
  'waiting function': 15,
  'parallel function': 15,
  command: 15,
  'heap of calls': 30,
  'waits at a rate': 30,
}

/** Benchmarks to judge where a perf file declares two. @type {Partial<Record<CompareKind, string>>} */
const FILTERS = { 'waits at a rate': 'probe at' }

/**
 * @typedef {object} CompareRow
 * @property {CompareCell['kind']} kind
 * @property {CompareCell['noise']} noise
 * @property {number} difference the true one
 * @property {boolean} hasMargin
 * @property {string} verdict of `hotpath compare`
 * @property {boolean} red true if the first pairs looked slower, before confirmation
 * @property {boolean} disturbed by its A/A test
 * @property {number[]} values log-ratio of each pair, or bytes
 * @property {number[]} fresh the same of the confirmation
 * @property {number} [assumedNoise] standard deviation that a pair's value was assumed to have at the least
 * @property {number} seconds
 * @property {number} most seconds that it was given
 * @property {string} engine hash of the rule and its settings
 * @property {string} [pairs] hash of the settings with which the pairs were measured
 * @property {string} node
 * @property {string} on date
 * @property {ReturnType<typeof describeMachine>} machine
 */

/** @param {CompareRow[]} rows @returns {CompareRow[]} those that today's rule judged */
export function selectCurrentCompareResults (rows) {
  return rows.filter(({ kind, engine }) => engine === hashCompareSettings(kind))
}

/**
 * Lets `hotpath compare` judge two programs with a known difference. Tests the combination of program, noise, difference and margin with
 * the fewest results so far.
 *
 * @param {CompareRow[]} known
 * @param {CompareLimits & { seconds?: number }} limits `seconds` in place of the kind's own
 * @returns {Promise<CompareRow>}
 */
export async function judgeKnownDifference (known, { seconds, ...limits }) {
  const cell = chooseLeastTestedCombination(listCompareCombinations(limits), known, [...COMPARE_COMBINATION_FIELDS])
  const seed = drawSeed()
  const given = seconds ?? GIVEN_SECONDS[cell.kind]
  const most = given ?? Number(USUAL_SECONDS[cell.kind])
  const files = writePerfFiles(cell)
  const silence = await startNoise(cell.noise)
  try {
    const margin = cell.hasMargin ? DEFAULT_SLOWDOWN_MARGIN : 0
    const judged = await compareTwoFiles(files, { seed, seconds: given, filter: FILTERS[cell.kind], margin })
    const hashes = { engine: hashCompareSettings(cell.kind), pairs: hashPairSettings(cell.kind) }
    return { ...cell, ...judged, most, ...hashes, node: process.version, on: formatTodaysDate(), machine: describeMachine() }
  } finally {
    await silence()
  }
}

/** Makes the sides of a comparison of two perf files. @param {{ base: string, head: string }} files absolute paths */
export function makeSidesOfFiles ({ base, head }) {
  const side = (/** @type {string} */ label, /** @type {string} */ file) => ({ label, folder: process.cwd(), perfFiles: [file] })
  return { base: side('base', base), head: side('head', head), notes: [], remove: async () => {} }
}

/** @param {{ base: string, head: string }} files @param {{ seed: number, seconds?: number, filter?: string, margin: number }} how */
async function compareTwoFiles (files, how) {
  const options = { ...how, all: true, marginBytes: DEFAULT_LEAK_MARGIN_BYTES }
  const { benchmarks: [result] } = await compareBaseAndHead(makeSidesOfFiles(files), options)
  if (result.values.length === 0) throw new Error(`hotpath compare measured nothing: ${result.verdict}. ${result.reason}`)
  const { verdict, disturbed, values, confirmation, assumedNoise, seconds } = result
  const [fresh, [noise]] = [round(confirmation?.values ?? []), round([Number(assumedNoise)])]
  return { verdict, red: confirmation !== null, disturbed, values: round(values), fresh, assumedNoise: noise, seconds }
}

/** @param {number[]} values */
const round = (values) => values.map((value) => Number(value.toPrecision(5)))
