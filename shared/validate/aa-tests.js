import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { describeMachine, formatTodaysDate } from '@hotpath-labs/engine/machine.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { INTERIM_ANALYSIS_PAIR_COUNTS } from '@hotpath-labs/engine/stats/rule.js'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { formatProcessorForFileName } from './recorded-pairs.js'
import { chooseLeastTestedCombination, readRows, writeRows } from './journal.js'
import { PROBE_KINDS } from './probe.js'
import { summarizeBlocks } from './replay.js'
import { judgeLabWithKnownRatio } from './trial.js'

/**
 * @import { Noise } from './noise.js'
 * @import { Kind } from './probe.js'
 */

/** Folder of recorded A/A tests, one file per machine, with a line of JSON for each test. `zcat` prints a file. */
const FOLDER = join(ROOT, 'docs', 'validation', 'nulls')

/**
 * Number of A/A tests to run on each machine: 3,000 tests without an error prove an error rate of at most 1 in 1,000 (3/n, Hanley &
 * Lippman-Hand 1983).
 */
const WANTED = 3000

/** Label for the noise in A/A tests that ran while the machine also ran other measurements. */
const OTHER_WORK = 'other work'

/** How often to test each kind of program, as weights. Functions get most A/A tests, because a test of a function takes the least time. */
const WEIGHTS = { function: 8, server: 1, heap: 1 }

/**
 * Time limit of an A/A test in seconds, by kind of program. 2 s are enough for three or four pairs of function processes, but only for one
 * pair of servers, and one pair gives no verdict.
 */
const SECONDS = { function: 2, server: 10, heap: 4 }

/**
 * @typedef {{ slow: number[], fast: number[] }} Blocks costs of one pair by block: µs per call, CPU µs or bytes per request
 *
 * @typedef {object} Pair
 * @property {number} value log-ratio
 * @property {number} spread its standard error, from the scatter of the blocks
 * @property {number} slow median cost of the blocks
 * @property {number} fast
 *
 * @typedef {object} Comparison A/A test of a program
 * @property {Kind} kind
 * @property {Noise | typeof OTHER_WORK} noise
 * @property {number} seed
 * @property {'faster' | 'slower' | 'undecided'} says verdict of the engine of that day
 * @property {number} seconds
 * @property {number} most time limit in seconds
 * @property {string} node
 * @property {string} on date
 * @property {ReturnType<typeof describeMachine>} machine
 * @property {Pair[]} pairs in the order of measurement
 * @property {string[]} found rules about all blocks that find a difference
 */

/**
 * Runs one A/A test: lets hotpath judge whether a program is faster than itself.
 *
 * @param {object} limits
 * @param {string} [limits.kind]
 * @param {Noise} limits.noise
 * @param {number} [limits.seconds] time limit in place of the kind's own
 * @param {boolean} [limits.isBeside] true if other measurements run at the same time
 * @param {string} [folder]
 * @returns {Promise<Comparison | undefined>} undefined if this machine has enough A/A tests
 */
export async function runAATest ({ kind: only, noise: made, seconds: asked, isBeside = false }, folder = FOLDER) {
  const known = readRows(ownFile(folder)).filter(hasEnoughPairsForVerdict)
  if (known.length >= WANTED) return
  const noise = isBeside ? OTHER_WORK : made
  const cells = PROBE_KINDS.filter((kind) => !only || kind === only).map((kind) => ({ kind, noise, weight: WEIGHTS[kind] }))
  const { kind } = chooseLeastTestedCombination(cells, known, ['kind', 'noise'])
  const seed = drawSeed()
  const most = asked ?? SECONDS[kind]
  const equal = { kind, noise: made, ratio: 1, atLeast: 1, seed, seconds: most }
  const { says, seconds: took, pairs, node } = await judgeLabWithKnownRatio(equal)
  const measured = { says, seconds: roundToDecimals(took, 1), most, node, on: formatTodaysDate(), machine: describeMachine() }
  return { kind, noise, seed, ...measured, ...summarizeBlocks(pairs) }
}

/** @param {Comparison} row @returns {boolean} true if it had an interim analysis, at which the engine could err */
export function hasEnoughPairsForVerdict ({ pairs }) {
  return pairs.length >= INTERIM_ANALYSIS_PAIR_COUNTS[0]
}

/** @param {Comparison} row @param {string} [folder] */
export function appendAATest (row, folder = FOLDER) {
  const file = ownFile(folder)
  writeRows(file, [...readRows(file), row])
}

/** @param {string} [folder] @returns {Comparison[]} of all machines */
export function readAATests (folder = FOLDER) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')).sort().flatMap((name) => readRows(join(folder, name)))
}

/** @param {string} folder @returns {string} file of this machine */
const ownFile = (folder) => join(folder, `${formatProcessorForFileName()}.jsonl.gz`)
