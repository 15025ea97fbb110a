import { computePairLogRatio, roundToDecimals } from './figures.js'
import { CannotRun } from './failures.js'
import { forecastDecision } from './stats/forecast.js'
import { estimateNoisePrior } from './stats/prior.js'
import { ATTEMPT_ERROR_RATES, CLAIM_ERROR_RATES, classifyInformationalRatio, judgeRatios } from './stats/rule.js'
import { median, standardDeviation } from './stats/sample.js'

/**
 * @import { FiguresBySide } from './figures.js'
 * @import { Placement } from './stats/prior.js'
 * @import { Target, Verdict } from './stats/rule.js'
 */

/**
 * @typedef {object} Question about two sides of a plan
 * @property {string} id
 * @property {string} slower the side that costs more if the answer is yes
 * @property {string} faster
 * @property {string} metric key of the compared figures
 * @property {Target} target
 * @property {boolean} [required] false: for information, so that no verdict depends on it
 * @property {'claim' | 'attempt'} [errors] error rates of the rule
 * @property {typeof computePairLogRatio} [compare] the value of a pair, in place of the log-ratio of two costs
 *
 * @typedef {{ cpuSeconds: number, operations: number }} Age of a process
 * @typedef {Evidence['summary']} EvidenceSummary
 */

/** What the pairs of processes measured so far say about a question. */
export class Evidence {
  /** log-ratios, or differences @type {number[]} */
  values = []

  /** standard error of each value, from the scatter of its blocks @type {number[]} */
  spreads = []

  /** @type {Placement} */
  placement = 'together'

  /** of the rule: the first decision stands, and further pairs only narrow the interval @type {Verdict} */
  verdict = 'undecided'

  /** pair by pair @type {Record<'slower' | 'faster', Age[]>} */
  ages = { slower: [], faster: [] }

  /** @param {Question} question */
  constructor (question) {
    this.question = question
  }

  /**
   * @param {FiguresBySide} figures of one pair
   * @param {Placement} [placement] where its sides were timed; pairs that were timed in different places count as the last other one
   * @throws {CannotRun} where a cost is 0, for example because the clock did not advance during a block
   */
  add (figures, placement = 'together') {
    const { slower, faster, metric, compare = computePairLogRatio } = this.question
    const { value, spread } = compare(figures, metric, slower, faster)
    if (!Number.isFinite(value)) {
      const what = `measured the ${metric} of ${slower} or ${faster} as 0; expected more than 0, because only such costs have a ratio`
      throw new CannotRun('CLOCK_TOO_COARSE', 'the clock', what, 'If the clock of this machine is too coarse, as on Windows, measure on Linux or macOS.')
    }
    this.values.push(value)
    this.spreads.push(spread)
    if (placement !== 'together') this.placement = placement
    if (this.isOpen) this.verdict = this.#judge().verdict
    for (const side of /** @type {const} */ (['slower', 'faster'])) {
      const { cpuSeconds, operations } = /** @type {Record<string, number[]>} */ (figures.get(this.question[side]))
      this.ages[side].push({ cpuSeconds: median(cpuSeconds), operations: median(operations) })
    }
  }

  /** The noise that is assumed before anything is measured. */
  get prior () {
    return estimateNoisePrior(this.spreads, this.placement)
  }

  get isOpen () {
    return this.verdict === 'undecided'
  }

  /** True if the ratio so far is at least the minimum, although it may not prove it. */
  get isPromising () {
    const { target } = this.question
    return !('atLeast' in target) || this.#judge().ratio >= target.atLeast
  }

  /** What is known so far, as plain data. */
  get summary () {
    const { id, target, errors, required = true } = this.question
    const { verdict } = this
    const { ratio, interval, confidence } = this.#judge()
    const rates = errors === 'attempt' ? ATTEMPT_ERROR_RATES : CLAIM_ERROR_RATES
    return {
      id,
      verdict: required ? verdict : classifyInformationalRatio(interval),
      ratio: roundToDecimals(ratio, 4),
      interval: /** @type {[number, number]} */ (interval.map((bound) => roundToDecimals(bound, 4))),
      confidence,
      pairs: this.values.length,
      scatter: this.values.length > 1 ? roundToDecimals(standardDeviation(this.values), 4) : null,
      forecast: required && verdict === 'undecided' ? forecastDecision(this.values, target, rates) : null,
      age: { slower: findMedianAge(this.ages.slower), faster: findMedianAge(this.ages.faster) },
    }
  }

  #judge () {
    const { target, errors } = this.question
    return judgeRatios(this.values, target, this.prior, { isAttempt: errors === 'attempt' })
  }
}

/** @param {Age[]} ages of several pairs @returns {Age} */
function findMedianAge (ages) {
  const read = (/** @type {keyof Age} */ name) => median(ages.map((age) => age[name]))
  return { cpuSeconds: roundToDecimals(read('cpuSeconds'), 3), operations: Math.round(read('operations')) }
}
