import { setImmediate } from 'node:timers/promises'
import { createRandom } from './stats/random.js'
import { listSides } from './measure.js'

/**
 * @import { Check, Machine, Pair, Session } from './measure.js'
 * @import { FiguresBySide, Question } from './figures.js'
 */

/** @typedef {(cpuSeconds: number) => number} CostAt what an operation costs in µs at an age of its process */

/** @typedef {number | Record<string, number> | CostAt} Cost of an operation in µs: for all metrics, by metric, or drawn */

/**
 * Stands in for the processes and the clock of a computer: each pair costs what the caller says, and no process runs.
 *
 * @implements {Machine}
 */
export class FakeMachine {
  /** pairs that were opened, and how many of them run @type {FakePair[]} */
  opened = []
  running = 0
  #seconds = 0

  /**
   * @param {object} options
   * @param {Record<string, Cost>} options.usPerOperation by side
   * @param {number} [options.noise] standard deviation of a pair's log-ratio
   * @param {number[]} [options.ages] CPU seconds after which each pair is measured
   * @param {number} [options.secondsPerPair] 0: the clock stands still
   * @param {Record<string, Record<string, unknown>>} [options.answers] what each check finds, by its name
   * @param {(pair: number, sides: string[]) => Error | undefined} [options.fail] lets a pair fail; the first is 0
   * @param {number} [options.seed]
   */
  constructor ({ usPerOperation, noise = 0, ages = [1], secondsPerPair = 1, answers = {}, fail = () => undefined, seed = 1 }) {
    this.usPerOperation = usPerOperation
    this.noise = noise
    this.ages = ages
    this.secondsPerPair = secondsPerPair
    this.answers = answers
    this.fail = fail
    this.random = createRandom(seed)
  }

  clock = () => this.#seconds

  /** @param {string[]} sides @returns {Pair} */
  open (sides) {
    const pair = new FakePair(this, sides)
    this.opened.push(pair)
    this.running++
    return pair
  }

  mayOpenEarly () {
    return true
  }

  /** @param {Check} check */
  async ask ({ name, when }) {
    return when === 'after' ? undefined : this.answers[name]
  }

  /** @param {string} side @param {string} metric @param {number} cpuSeconds @returns {number} */
  drawCost (side, metric, cpuSeconds) {
    const cost = this.usPerOperation[side]
    const us = typeof cost === 'function' ? cost(cpuSeconds) : typeof cost === 'number' ? cost : cost[metric]
    // half of a ratio's variance comes from each side
    return us * Math.exp(this.noise / Math.SQRT2 * this.#drawNormal())
  }

  pass () {
    this.#seconds += this.secondsPerPair
  }

  /** @returns {number} from the standard normal distribution (Box–Muller) */
  #drawNormal () {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random())
  }
}

/** @implements {Pair} */
class FakePair {
  ready = Promise.resolve(process.version)
  processes = new Map()
  /** @type {Record<string, number>} */
  printed = {}
  isRunning = true

  /** @param {FakeMachine} machine @param {string[]} sides */
  constructor (machine, sides) {
    this.machine = machine
    this.sides = sides
  }

  /** @param {Session} session @param {Question[]} questions @returns {Promise<FiguresBySide>} */
  async measure (session, questions) {
    const { machine } = this
    const sides = listSides(questions)
    // a reader of the events may stop here, while the pair is timed
    await setImmediate()
    session.onPinned()
    machine.pass()
    const error = machine.fail(machine.opened.indexOf(this), sides)
    if (error) throw error
    return new Map(sides.map((side) => {
      const metrics = questions.filter(({ slower, faster }) => [slower, faster].includes(side)).map(({ metric }) => metric)
      const costs = Object.fromEntries(metrics.map((metric) => [metric, machine.ages.map((age) => machine.drawCost(side, metric, age))]))
      const operations = machine.ages.map((age) => 1000 * age)
      const figures = { cpuSeconds: machine.ages, operations, opsPerSecond: [1e6 / costs[metrics[0]][0]], ...costs }
      session.onBlock(side, figures)
      return [side, figures]
    }))
  }

  async stop () {
    if (this.isRunning) this.machine.running--
    this.isRunning = false
  }
}
