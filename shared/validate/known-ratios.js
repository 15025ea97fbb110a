import { rounded } from 'hotpath/measure'
import { anySeed, mean } from 'hotpath/stats'
import { engineOf } from './engine.js'
import { NOISES } from './noise.js'
import { KINDS } from './probe.js'
import { cellsWithin, pickScarcest } from './journal.js'
import { tried } from './trial.js'

/** @import { Limits } from './journal.js' */

/**
 * The true ratios that the judge is asked about, and how much oftener than others: the two for which a rate is promised need many. The last one is as
 * far as those of many labs, whose two sides' blocks are not of one length.
 */
const RATIOS = { 1: 5, 1.02: 1, 1.05: 1, 1.1: 4, 1.3: 1, 1.5: 2, 2: 1, 20: 1 }

/**
 * @typedef {object} LiveRow
 * @property {import('./probe.js').Kind} kind
 * @property {import('./noise.js').Noise} noise
 * @property {number} ratio the true one
 * @property {'faster' | 'slower' | 'undecided'} says
 * @property {number} reads the ratio that was measured
 * @property {number} pairs
 * @property {number} seconds
 * @property {number} most the seconds after which it would have given up
 * @property {string} node
 * @property {string} engine
 */

/**
 * Asks the judge whether the program with less work is faster, in the cell that has the fewest answers.
 *
 * @param {LiveRow[]} known
 * @param {Limits & { seconds: number }} limits
 * @returns {Promise<LiveRow>}
 */
export async function askOnce (known, limits) {
  const cell = pickScarcest(cellsWithin(KINDS, NOISES, RATIOS, limits), known, ['kind', 'noise', 'ratio'])
  const { says, seconds, values, node } = await tried({ ...cell, floor: 1, seed: anySeed(), seconds: limits.seconds })
  return { ...cell, says, reads: rounded(Math.exp(mean(values)), 4), pairs: values.length, seconds, most: limits.seconds, node, engine: engineOf(cell.kind) }
}
