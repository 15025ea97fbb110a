import { findDefaultMetric } from 'hotpath/lab'
import { measureLab, computePairLogRatio, roundToDecimals } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { startNoise } from './noise.js'
import { makeProbeLab } from './probe.js'

/** @import { Verdict } from 'hotpath/stats' */
/** @import { Blocks } from './aa-tests.js' */
/** @import { Noise } from './noise.js' */
/** @import { Kind } from './probe.js' */

/**
 * @typedef {object} Trial a question to the judge with a known answer
 * @property {Kind} kind
 * @property {Noise} noise
 * @property {number} ratio the true ratio
 * @property {number} atLeast the claimed minimum ratio
 * @property {number} seed
 * @property {number} seconds time limit, after which no new pair begins
 * @property {number} [mostPairs]
 *
 * @typedef {object} Answer
 * @property {Verdict} verdict
 * @property {'faster' | 'slower' | 'undecided'} says the verdict on the side with less work
 * @property {number} seconds
 * @property {number[]} values log-ratio of each pair
 * @property {number[]} spreads standard error of each pair, from the scatter of its blocks
 * @property {Blocks[]} pairs costs of each side, block by block
 * @property {string} node
 */

const SAYS = /** @type {const} */ ({ holds: 'faster', broken: 'slower', undecided: 'undecided' })

/**
 * Lets hotpath judge which of two programs with known work is faster, and returns the verdict and the measured pairs.
 *
 * @param {Trial} trial
 * @returns {Promise<Answer>}
 * @throws {Error} if a probe fails, which is a bug
 * @throws {CannotRun} if the machine fails it
 */
export async function judgeLabWithKnownRatio ({ kind, noise, ratio, atLeast, seed, seconds, mostPairs }) {
  /** @type {number[]} */
  const values = []
  /** @type {number[]} */
  const spreads = []
  /** @type {Blocks[]} */
  const pairs = []
  const silence = await startNoise(noise)
  try {
    const result = await measureLab(makeProbeLab(kind, ratio, atLeast), {
      seed,
      seconds,
      mostPairs,
      onProgress: ({ figures }) => {
        if (!figures) return
        const { value, spread } = computePairLogRatio(figures, findDefaultMetric(kind), 'slow', 'fast')
        values.push(roundToDecimals(value, 5))
        spreads.push(roundToDecimals(spread, 5))
        const [slow, fast] = ['slow', 'fast'].map((side) =>
          /** @type {Record<string, number[]>} */ (figures.get(side))[findDefaultMetric(kind)].map((cost) => Number(cost.toPrecision(4))))
        pairs.push({ slow, fast })
      },
    })
    const { failure } = result
    if (failure && result.verdict === 'cannot run') throw new CannotRun(failure.code, failure.part, failure.what, failure.advice)
    if (failure) throw new Error(`the ${kind} probe failed: ${failure.part} ${failure.what}\n${failure.stderr}`)
    const verdict = /** @type {Verdict} */ (result.claims[0].verdict)
    const { seconds: took, node } = result
    return { verdict, says: SAYS[verdict], seconds: took, values, spreads, pairs, node }
  } finally {
    await silence()
  }
}
