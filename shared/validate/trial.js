import { findDefaultMetric } from '@hotpath-labs/lab/metrics.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { computePairLogRatio, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { drawSeed } from '@hotpath-labs/engine/stats/random.js'
import { mean } from '@hotpath-labs/engine/stats/sample.js'
import { startNoise, NOISE_KINDS } from './noise.js'
import { makeProbeLab, PROBE_KINDS } from './probe.js'
import { hashEngineSettings } from './engine.js'
import { listTestedCombinations, chooseLeastTestedCombination } from './journal.js'

/**
 * @import { Verdict } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Blocks } from './aa-tests.js'
 * @import { Noise } from './noise.js'
 * @import { Kind } from './probe.js'
 * @import { Limits } from './journal.js'
 */

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
    const result = await measureLab(planClaims(makeProbeLab(kind, ratio, atLeast)), {
      seed,
      seconds,
      mostPairs,
      onEvent (event) {
        if (event.type !== 'pair') return
        const { figures } = event
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
