import { Session } from '@hotpath-labs/engine/measure.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import { measureAndConfirmVerdict } from './judge-rounds.js'
import { BenchmarkRounds } from './rounds.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Processes, Subject } from '@hotpath-labs/engine/measure.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Question } from './rule.js'
 */

/**
 * @typedef {object} Simulation
 * @property {() => number} takeHead returns the log-ratio of the next pair of base and head
 * @property {() => number} takeControl returns the log-ratio of the next pair of base and base
 * @property {number} [roundMs] simulated time of a round, 1000 by default
 * @property {Prior} [prior] the assumed noise; by default the smallest that the rule ever assumes
 */

/**
 * Makes rounds whose costs are drawn in place of measured. The clock is simulated too.
 *
 * @param {Simulation} simulation
 * @param {{ ms: number }} clock
 * @returns {BenchmarkRounds}
 */
export function makeSimulatedRounds ({ takeHead, takeControl, roundMs = 1000, prior = estimateNoisePrior() }, clock) {
  /** @type {Record<string, () => number>} */
  const take = { base: () => 0, head: takeHead, control: takeControl }
  const subject = new SimulatedSubject((side) => ({ time: [Math.exp(take[side]())] }), prior)
  return new BenchmarkRounds({ kind: 'fn', title: 'simulated' }, new Session({ seed: 1 }), subject, async () => {
    clock.ms += roundMs
    return new Map()
  })
}

/**
 * Lets the rule of `hotpath compare` judge a simulated benchmark: as long, and with the same confirmation, as a measured one.
 *
 * @param {Simulation} simulation
 * @param {{ question: Question, seconds: number, mostSeconds?: number, margin: number }} how `margin`: log-ratio, for the A/A test;
 *   `mostSeconds`: where a user set the seconds
 */
export function simulateComparison (simulation, how) {
  const clock = { ms: 0 }
  const start = () => makeSimulatedRounds(simulation, clock)
  return measureAndConfirmVerdict(start(), async () => start(), { mostSeconds: Infinity, ...how, onProgress () {}, now: () => clock.ms })
}

/**
 * Stands for a function: each pair costs what the caller says, and no process runs.
 *
 * @implements {Subject}
 */
class SimulatedSubject {
  nodeFlags = []

  /**
   * @param {(side: string) => Record<string, number[]>} readFigures figures of a side's next pair, with a value for each block
   * @param {Prior} prior the assumed noise
   */
  constructor (readFigures, prior) {
    this.readFigures = readFigures
    this.prior = prior
  }

  findPrior () {
    return this.prior
  }

  /** @param {Session} session @param {Processes} processes @param {string[]} sides @returns {Promise<FiguresBySide>} */
  async measure (session, processes, sides) {
    session.onFirstBlock()
    return new Map(sides.map((side) => [side, this.readFigures(side)]))
  }
}
