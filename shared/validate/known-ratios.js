import { roundToDecimals } from 'hotpath/measure'
import { drawSeed, mean } from 'hotpath/stats'
import { hashEngineSettings } from './engine.js'
import { NOISE_KINDS } from './noise.js'
import { PROBE_KINDS } from './probe.js'
import { listTestedCombinations, chooseScarcestCombination } from './journal.js'
import { judgeProbeLab } from './trial.js'

/** @import { Noise } from './noise.js' */
/** @import { Kind } from './probe.js' */
/** @import { Limits } from './journal.js' */

/**
 * Weights of the true ratios to test. For 1 and 1.1 an error rate is promised, which takes many tests to prove. At 20, the two programs'
 * blocks have different lengths.
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
 * Asks the judge whether the program with less work is faster. Chooses the kind of program, noise and ratio with the fewest results.
 *
 * @param {LiveRow[]} known
 * @param {Limits & { seconds: number }} limits
 * @returns {Promise<LiveRow>}
 */
export async function judgeKnownRatio (known, limits) {
  const cell = chooseScarcestCombination(listTestedCombinations(PROBE_KINDS, NOISE_KINDS, RATIOS, limits), known, ['kind', 'noise', 'ratio'])
  const { says, seconds, values, node } = await judgeProbeLab({ ...cell, atLeast: 1, seed: drawSeed(), seconds: limits.seconds })
  const reads = roundToDecimals(Math.exp(mean(values)), 4)
  return { ...cell, says, reads, pairs: values.length, seconds, most: limits.seconds, node, engine: hashEngineSettings(cell.kind) }
}
