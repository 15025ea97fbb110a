import { metricOf } from 'hotpath/lab'
import { measureLab, pairOf, rounded } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { makeNoise } from './noise.js'
import { probeLab } from './probe.js'

/**
 * @typedef {object} Trial one question to the judge of which the answer is known
 * @property {import('./probe.js').Kind} kind
 * @property {import('./noise.js').Noise} noise
 * @property {number} ratio the true one
 * @property {number} floor that is claimed
 * @property {number} seed
 * @property {number} seconds after which no new pair is begun
 * @property {number} [mostPairs]
 * @property {object} [settings] in the place of the engine's own
 *
 * @typedef {object} Answer
 * @property {import('hotpath/stats').Verdict} verdict
 * @property {'faster' | 'slower' | 'undecided'} says the verdict on the side with less work
 * @property {number} seconds
 * @property {number} firstSeconds until the first pair was there
 * @property {number[]} values log-ratios, one a pair
 * @property {number[]} spreads their standard errors, by the scatter of the blocks
 * @property {import('./aa-tests.js').Blocks[]} pairs what each side cost, block by block
 * @property {string} node
 */

const SAYS = /** @type {const} */ ({ holds: 'faster', broken: 'slower', undecided: 'undecided' })

/**
 * Asks the very engine that judges the labs.
 *
 * @param {Trial} trial
 * @returns {Promise<Answer>}
 * @throws {Error} when the probe failed, which it never should
 */
export async function tried ({ kind, noise, ratio, floor, seed, seconds, mostPairs, settings }) {
  /** @type {number[]} */
  const values = []
  /** @type {number[]} */
  const spreads = []
  /** @type {import('./aa-tests.js').Blocks[]} */
  const pairs = []
  /** @type {number | undefined} */
  let firstSeconds
  const silence = await makeNoise(noise)
  const started = performance.now()
  try {
    const result = await measureLab(probeLab(kind, ratio, floor), {
      seed,
      seconds,
      mostPairs,
      settings,
      onProgress: ({ figures }) => {
        if (!figures) return
        firstSeconds ??= (performance.now() - started) / 1000
        const { value, spread } = pairOf(figures, metricOf(kind), 'slow', 'fast')
        values.push(rounded(value, 5))
        spreads.push(rounded(spread, 5))
        const [slow, fast] = ['slow', 'fast'].map((side) => /** @type {Record<string, number[]>} */ (figures.get(side))[metricOf(kind)].map((cost) => Number(cost.toPrecision(4))))
        pairs.push({ slow, fast })
      },
    })
    if (result.failure?.by === 'machine') throw new CannotRun(result.failure.variant, result.failure.what, result.failure.stderr)
    if (result.failure) throw new Error(`the ${kind} probe failed: ${result.failure.variant} ${result.failure.what}\n${result.failure.stderr}`)
    const verdict = /** @type {import('hotpath/stats').Verdict} */ (result.claims[0].verdict)
    return { verdict, says: SAYS[verdict], seconds: result.seconds, firstSeconds: rounded(Number(firstSeconds), 3), values, spreads, pairs, node: result.node }
  } finally {
    await silence()
  }
}
