import { logRatio } from '../measure/contest.js'
import { rounded } from '../measure/figures.js'
import { measureLab } from '../measure/run.js'
import { makeNoise } from './noise.js'
import { metricOf, probeLab } from './probe.js'

/**
 * @typedef {object} Trial one question to the judge of which the answer is known
 * @property {import('./probe.js').Kind} kind
 * @property {import('./noise.js').Noise} noise
 * @property {number} ratio the true one
 * @property {number} floor that is claimed
 * @property {number} seed
 * @property {number} seconds after which no new pair is begun
 * @property {number} [mostPairs]
 *
 * @typedef {object} Answer
 * @property {import('../stats/rule.js').Verdict} verdict
 * @property {number} seconds
 * @property {number[]} values log-ratios, one a pair
 * @property {string} node
 */

/**
 * Asks the very engine that judges the labs.
 *
 * @param {Trial} trial
 * @returns {Promise<Answer>}
 * @throws {Error} when the probe failed, which it never should
 */
export async function tried ({ kind, noise, ratio, floor, seed, seconds, mostPairs }) {
  /** @type {number[]} */
  const values = []
  const silence = await makeNoise(noise)
  try {
    const result = await measureLab(probeLab(kind, ratio, floor), {
      seed,
      seconds,
      mostPairs,
      onProgress: ({ figures }) => { if (figures) values.push(rounded(logRatio(figures, metricOf(kind), 'slow', 'fast'), 5)) },
    })
    if (result.failure) throw new Error(`the ${kind} probe failed: ${result.failure.variant} ${result.failure.what}\n${result.failure.stderr}`)
    return { verdict: result.claims[0].verdict, seconds: result.seconds, values, node: result.node }
  } finally {
    await silence()
  }
}
