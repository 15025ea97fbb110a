import jstat from 'jstat'
import { mean, standardDeviation } from './sample.js'

const { jStat } = jstat

/**
 * What is believed of the noise before the first pair: a standard deviation of 5 %, as firmly as two pairs would show it.
 * Pairs on a shared two-core machine have 1 to 8 %; with this two or three of them decide what is clear, and three that agree by chance decide nothing.
 * By simulation the error rates of the rule hold up to a noise of 10 %, and double at 20 %.
 */
export const PRIOR = { sd: 0.05, pairs: 2 }

/**
 * The standard error of the mean with the prior mixed in, and its degrees of freedom (moderated t: Smyth 2004).
 *
 * @param {number[]} values
 */
function moderated (values) {
  const degrees = values.length - 1
  const variance = (PRIOR.pairs * PRIOR.sd ** 2 + degrees * standardDeviation(values) ** 2) / (PRIOR.pairs + degrees)
  return { error: Math.sqrt(variance / values.length), degrees: PRIOR.pairs + degrees }
}

/**
 * Whether the true mean of these values lies above `bound`, at this risk of saying so by mistake. One-sided, one-sample, moderated t.
 *
 * @param {number[]} values log-ratios, one a pair; at least two
 * @param {number} bound in the same unit
 * @param {number} risk a probability
 */
export function meanIsAbove (values, bound, risk) {
  const { error, degrees } = moderated(values)
  return (mean(values) - bound) / error >= criticalT(risk, degrees)
}

/**
 * Whether the true median of these values lies above `bound`, by how many of them do (sign test, exact).
 * It needs no shape of the noise, and so still decides where bursts have widened the t test.
 *
 * @param {number[]} values
 * @param {number} bound
 * @param {number} risk a probability
 */
export function medianIsAbove (values, bound, risk) {
  let above = 0
  for (const value of values) if (value > bound) above++
  return above >= criticalCount(risk, values.length)
}

/**
 * @param {number[]} values log-ratios; at least two
 * @param {number} confidence 0..1
 * @returns {[number, number]} of their mean, moderated t
 */
export function meanInterval (values, confidence) {
  const { error, degrees } = moderated(values)
  const reach = criticalT((1 - confidence) / 2, degrees) * error
  return [mean(values) - reach, mean(values) + reach]
}

/** What Student's t exceeds with this probability. */
export const criticalT = remembered((/** @type {number} */ risk, /** @type {number} */ degrees) => -jStat.studentt.inv(risk, degrees))

/** The least number of heads in so many throws that comes up with at most this probability; one more than there are throws if none does. */
export const criticalCount = remembered((/** @type {number} */ risk, /** @type {number} */ throws) => {
  let tail = 0
  for (let heads = throws, ways = 1; heads >= 0; heads--) {
    tail += ways / 2 ** throws
    if (tail > risk) return heads + 1
    ways = ways * heads / (throws - heads + 1)
  }
  return 0
})

/**
 * A run asks for the same few critical values at every look, and finding one takes longer than all the rest of a look.
 *
 * @param {(risk: number, size: number) => number} find
 */
function remembered (find) {
  /** @type {Map<number, Map<number, number>>} */
  const known = new Map()
  return (/** @type {number} */ risk, /** @type {number} */ size) => {
    const bySize = known.get(risk) ?? new Map()
    known.set(risk, bySize)
    const value = bySize.get(size) ?? find(risk, size)
    bySize.set(size, value)
    return value
  }
}
