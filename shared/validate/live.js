import { rounded } from 'hotpath/measure'
import { anySeed, mean } from 'hotpath/stats'
import { engineOf } from './engine.js'
import { NOISES } from './noise.js'
import { KINDS } from './probe.js'
import { scarcest } from './journal.js'
import { tried } from './trial.js'

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
 * Asks the judge once, about whatever it has been asked about least: is the one with less work faster?
 *
 * @param {LiveRow[]} known
 * @param {{ kind?: string, noise?: string, seconds: number }} limits
 * @returns {Promise<LiveRow>}
 */
export async function askOnce (known, { kind, noise, seconds }) {
  const cells = KINDS.filter((one) => !kind || one === kind).flatMap((kind) =>
    NOISES.filter((one) => !noise || one === noise).flatMap((noise) =>
      Object.entries(RATIOS).map(([ratio, weight]) => ({ kind, noise, ratio: Number(ratio), weight }))))
  const { weight, ...cell } = scarcest(cells, known, ['kind', 'noise', 'ratio'])
  const { verdict, seconds: took, values, node } = await tried({ ...cell, floor: 1, seed: anySeed(), seconds })
  const says = /** @type {const} */ ({ holds: 'faster', broken: 'slower', undecided: 'undecided' })[verdict]
  return { ...cell, says, reads: rounded(Math.exp(mean(values)), 4), pairs: values.length, seconds: took, most: seconds, node, engine: engineOf(cell.kind) }
}
