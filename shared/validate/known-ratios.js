import { roundToDecimals } from 'hotpath/measure'
import { drawSeed, mean } from 'hotpath/stats'
import { hashEngineSettings } from './engine.js'
import { NOISE_KINDS } from './noise.js'
import { PROBE_KINDS } from './probe.js'
import { listTestedCombinations, chooseLeastTestedCombination } from './journal.js'
import { judgeLabWithKnownRatio } from './trial.js'

/** @import { Noise } from './noise.js' */
/** @import { Kind } from './probe.js' */
/** @import { Limits } from './journal.js' */

/**
 * How often to test each true ratio of two programs' work, as weights. 1 and 1.1 need most tests, because hotpath promises an error rate
 * for them. 20 also tests timed blocks of different lengths.
 */
const RATIOS = { 1: 5, 1.02: 1, 1.05: 1, 1.1: 4, 1.3: 1, 1.5: 2, 2: 1, 20: 1 }

/**
 * @typedef {object} LiveRow
 * @property {Kind} kind
 * @property {Noise} noise
 * @property {number} ratio the true ratio
 * @property {'faster' | 'slower' | 'undecided'} says
 * @property {number} reads the measured ratio
 * @property {number} pairs
 * @property {number} seconds
 * @property {number} most time limit in seconds
 * @property {string} node
 * @property {string} engine
 */

/**
 * Asks hotpath whether the program with less work is faster. Tests the combination of program, noise and ratio with the fewest results so
 * far.
 *
 * @param {LiveRow[]} known
 * @param {Limits & { seconds: number }} limits
 * @returns {Promise<LiveRow>}
 */
export async function judgeKnownRatio (known, limits) {
  const cell = chooseLeastTestedCombination(listTestedCombinations(PROBE_KINDS, NOISE_KINDS, RATIOS, limits), known, ['kind', 'noise', 'ratio'])
  const { says, seconds, values, node } = await judgeLabWithKnownRatio({ ...cell, atLeast: 1, seed: drawSeed(), seconds: limits.seconds })
  const reads = roundToDecimals(Math.exp(mean(values)), 4)
  return { ...cell, says, reads, pairs: values.length, seconds, most: limits.seconds, node, engine: hashEngineSettings(cell.kind) }
}
