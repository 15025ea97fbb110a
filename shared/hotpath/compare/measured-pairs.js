import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import { mean, median } from '@hotpath-labs/engine/stats/sample.js'
import { findQuantity } from './quantity.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Machine, Session } from '@hotpath-labs/engine/measure.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Compared } from './quantity.js'
 */

/**
 * @typedef {object} Known of a machine
 * @property {Session} [session] in which the last pair was measured
 * @property {number} [callsPerOperation]
 * @property {(spreads: number[]) => Prior} [findPrior] the assumed noise, in place of the smallest that the rule ever assumes
 *
 * @typedef {Machine & Known} ComparedMachine
 */

/**
 * A process against one of the base, pair by pair. Each value is the logarithm of the ratio of two costs, or for a heap benchmark a
 * difference in bytes per request.
 */
class Sample {
  /** @type {number[]} */
  values = []

  /** @type {number[]} */
  spreads = []

  /** @param {MeasuredPairs} measured */
  constructor (measured) {
    this.measured = measured
  }

  /** @returns {Prior} the assumed noise */
  get prior () {
    return this.measured.machine.findPrior?.(this.spreads) ?? estimateNoisePrior(this.spreads)
  }
}

/** The figures of base and head, pair by pair, and of a control, a second base process, in some of them. */
export class MeasuredPairs {
  head = new Sample(this)
  control = new Sample(this)

  /** figures for information, of base and head in each pair, where the subject tells them @type {{ base: number, head: number }[]} */
  beside = []

  /** shares of garbage collections in the time of base and head, in each pair of a function @type {{ base: number, head: number }[]} */
  collections = []

  /** costs of base and head in each pair, in µs or bytes @type {{ base: number, head: number }[]} */
  costs = []

  /** their number, and the seconds since the first began */
  pairs = 0
  spent = 0

  /** on which they are measured @type {Known} */
  machine = {}

  /**
   * @param {Compared & { title: string }} benchmark
   * @param {number} seed
   * @param {number} controlEvery the first of so many pairs has a control
   */
  constructor (benchmark, seed, controlEvery) {
    this.title = benchmark.title
    this.quantity = findQuantity(benchmark)
    this.seed = seed
    this.controlEvery = controlEvery
  }

  /** @param {{ figures: FiguresBySide, seconds: number }} pair @throws {CannotRun} where the clock stood still */
  add ({ figures, seconds }) {
    const { quantity: { metric, beside = '', compare }, machine: { callsPerOperation = 1 } } = this
    const [base, head] = ['base', 'head'].map((role) => /** @type {Record<string, number[]>} */ (figures.get(role)))
    const findBoth = (/** @type {(side: typeof base) => number} */ find) => ({ base: find(base), head: find(head) })
    this.costs.push(findBoth((side) => median(side[metric]) / callsPerOperation))
    if (base[beside] && head[beside]) this.beside.push(findBoth((side) => median(side[beside])))
    if (base.collections) this.collections.push(findBoth((side) => mean(side.collections) / mean(side[metric])))
    for (const role of /** @type {const} */ (['head', 'control'])) {
      if (!figures.has(role)) continue
      const { value, spread } = compare(figures, role)
      if (!Number.isFinite(value)) throw new CannotRun('CLOCK_TOO_COARSE', 'the clock', `is too coarse to measure ${this.title}`, 'Measure on Linux or macOS, or let run do more work.')
      this[role].values.push(value)
      this[role].spreads.push(spread)
    }
    this.pairs++
    this.spent = seconds
  }

  /** @param {number} seconds @returns {boolean} true if no further pair of average length fits */
  isOver (seconds) {
    return this.pairs > 1 && this.spent * (this.pairs + 1) / this.pairs > seconds
  }
}
