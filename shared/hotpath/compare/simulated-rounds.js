import { estimateNoisePrior } from '@hotpath-labs/engine/stats/prior.js'
import { measureAndConfirmVerdict } from './judge-rounds.js'

/**
 * @import { Prior } from '@hotpath-labs/engine/stats/prior.js'
 * @import { Question } from './rule.js'
 */

/**
 * @typedef {object} Simulation
 * @property {() => number} takeHead returns the log-ratio of the next pair of base and head
 * @property {() => number} takeControl returns the log-ratio of the next pair of base and base
 * @property {number} [roundMs] simulated time of a round, 1000 by default
 * @property {Prior} [prior] the assumed noise; by default the smallest that the rule ever assumes
 */

/** Has the interface of BenchmarkRounds, but takes log-ratios where BenchmarkRounds measures processes. The clock is simulated too. */
export class SimulatedRounds {
  benchmark = { kind: 'fn' }
  head = { values: /** @type {number[]} */ ([]), spreads: /** @type {number[]} */ ([]) }
  control = { values: /** @type {number[]} */ ([]), spreads: /** @type {number[]} */ ([]) }
  costs = /** @type {{ base: number, head: number }[]} */ ([])
  #simulation
  #clock

  /** @param {Simulation} simulation @param {{ ms: number }} clock */
  constructor (simulation, clock) {
    this.prior = this.controlPrior = simulation.prior ?? estimateNoisePrior()
    this.#simulation = simulation
    this.#clock = clock
  }

  /** @param {{ withControl: boolean }} how */
  async measure ({ withControl }) {
    const { takeHead, takeControl, roundMs = 1000 } = this.#simulation
    this.#clock.ms += roundMs
    this.head.values.push(takeHead())
    this.costs.push({ base: 1, head: 1 })
    if (withControl) this.control.values.push(takeControl())
  }
}

/**
 * Lets the rule of `hotpath compare` judge a simulated benchmark: as long, and with the same confirmation, as a measured one.
 *
 * @param {Simulation} simulation
 * @param {{ question: Question, seconds: number, margin: number }} how `margin`: log-ratio, for the A/A test
 */
export function simulateComparison (simulation, how) {
  const clock = { ms: 0 }
  const startRounds = () => /** @type {any} */ (new SimulatedRounds(simulation, clock))
  return measureAndConfirmVerdict(startRounds(), async () => startRounds(), { ...how, onProgress () {}, now: () => clock.ms })
}
