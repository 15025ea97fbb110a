import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { findQuantity } from './quantity.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { Machine, Session } from '@hotpath-labs/engine/measure.js'
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Role } from './machine.js'
 * @import { Compared } from './quantity.js'
 */

/**
 * Values of the pairs of processes measured so far. Each value is the logarithm of the ratio of two costs, or for a heap benchmark a
 * difference in bytes per request.
 *
 * @typedef {{ values: number[], spreads: number[] }} Sample
 */

/**
 * @typedef {object} Known of a machine
 * @property {Session} [session] in which the last pair was measured
 * @property {number} [callsPerOperation]
 * @property {(spreads: number[]) => Prior} [findPrior] the assumed noise, in place of the smallest that the rule ever assumes
 *
 * @typedef {Machine & Known} ComparedMachine
 */

/** The figures of base and head, pair by pair, and of a control, a second base process, in some of them. */
export class MeasuredPairs {
  /** @type {Sample} head against base */
  head = { values: [], spreads: [] }

  /** @type {Sample} base against base */
  control = { values: [], spreads: [] }

  /** figures for information, of base and head in each pair, where the subject tells them @type {{ base: number, head: number }[]} */
  beside = []

  /** shares of garbage collections in the time of base and head, in each pair of a function @type {{ base: number, head: number }[]} */
  collections = []

  /** costs of base and head in each pair, in µs or bytes @type {{ base: number, head: number }[]} */
  costs = []

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

  /** @returns {Prior} the assumed noise of `head` */
  get prior () {
    return this.#priorOf(this.head)
  }

  /** @returns {Prior} the assumed noise of `control` */
  get controlPrior () {
    return this.#priorOf(this.control)
  }

  /** @param {FiguresBySide} figures of one pair @throws {CannotRun} where the clock stood still */
  add (figures) {
    const { quantity: { metric, beside = '' }, machine: { callsPerOperation = 1 } } = this
    const read = (/** @type {string} */ name, /** @type {Role} */ role) => /** @type {Record<string, number[]>} */ (figures.get(role))[name]
    const readBoth = (/** @type {string} */ name) => ({ base: median(read(name, 'base')), head: median(read(name, 'head')) })
    const { base, head } = readBoth(metric)
    this.costs.push({ base: base / callsPerOperation, head: head / callsPerOperation })
    if (read(beside, 'base') && read(beside, 'head')) this.beside.push(readBoth(beside))
    const findShare = (/** @type {Role} */ role) => sum(read('collections', role)) / sum(read(metric, role))
    if (read('collections', 'base')) this.collections.push({ base: findShare('base'), head: findShare('head') })
    this.#addTo(this.head, figures, 'head')
    if (figures.has('control')) this.#addTo(this.control, figures, 'control')
  }

  /** @param {Sample} sample @param {FiguresBySide} figures @param {Role} role against the base */
  #addTo (sample, figures, role) {
    const { value, spread } = this.quantity.compare(figures, role)
    if (!Number.isFinite(value)) throw new CannotRun('CLOCK_TOO_COARSE', 'the clock', `is too coarse to measure ${this.title}`, 'Measure on Linux or macOS, or let run do more work.')
    sample.values.push(value)
    sample.spreads.push(spread)
  }

  /** @param {Sample} sample @returns {Prior} */
  #priorOf ({ spreads }) {
    return this.machine.findPrior?.(spreads) ?? estimateNoisePrior(spreads)
  }
}

/** @param {number[]} values */
const sum = (values) => values.reduce((total, value) => total + value, 0)
