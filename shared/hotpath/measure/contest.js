import { claimPhrase } from '../lab/phrase.js'
import { sidesOf } from '../lab/sides.js'
import { outlook } from '../stats/outlook.js'
import { priorOf } from '../stats/prior.js'
import { judge, shownAs } from '../stats/rule.js'
import { errorOfMedian, median, standardDeviation } from '../stats/sample.js'
import { rounded } from './figures.js'
import { CannotRun } from './process/failure.js'

/** @typedef {import('../report/result-schema.js').Age} Age @typedef {import('../report/result-schema.js').JudgedClaim} JudgedClaim */

/** A claim with the pairs that have been measured for it. */
export class Contest {
  /** @param {import('../lab/manifest.js').Claim} claim @param {Pick<import('../lab/phrase.js').SideNames, 'names' | 'requests'>} [names] of what it compares, where that has better ones than its sides */
  constructor (claim, names) {
    this.claim = claim
    this.sides = sidesOf(claim)
    /** @type {Pick<import('../lab/phrase.js').SideNames, 'names' | 'requests'>} */
    this.names = names ?? { names: this.sides, requests: { base: null, against: null } }
    this.shown = 'shown' in claim ? claim.shown : null
    /** whether the lab's verdict depends on it */
    this.gates = this.shown === null
    /** @type {import('../stats/rule.js').Target} */
    this.target = 'floor' in claim ? { floor: claim.floor } : { same: true, within: 'within' in claim ? claim.within : undefined }
    /** @type {number[]} */
    this.values = []
    /** @type {number[]} standard errors of the values, by the scatter of their blocks */
    this.spreads = []
    this.together = true
    /** @type {Record<'base' | 'against', Age[]>} of the processes of each pair */
    this.ages = { base: [], against: [] }
  }

  get isOpen () {
    return this.values.length === 0 || this.#judgement.verdict === 'undecided'
  }

  /**
   * @param {import('./figures.js').Byside} figures of one pair
   * @param {boolean} [together] whether its sides ran on one processor, or it does not matter where they did
   */
  add (figures, together = true) {
    const { base, against } = this.sides
    const { value, spread } = pairOf(figures, this.claim.metric, base, against)
    // a clock that stood still during a block: nothing can be said of it
    if (!Number.isFinite(value)) throw new CannotRun('the clock', `is too coarse to measure the ${this.claim.metric} of ${base} and ${against}`, 'Measure this lab on Linux or macOS, or on a machine with a finer clock.')
    this.values.push(value)
    this.spreads.push(spread)
    this.together &&= together
    this.ages.base.push(ageOf(figures, this.sides.base))
    this.ages.against.push(ageOf(figures, this.sides.against))
  }

  get #judgement () {
    return judge(this.values, this.target, priorOf(this.spreads, this.together))
  }

  /** @returns {JudgedClaim} */
  get judged () {
    const { verdict, ratio, interval } = this.#judgement
    const { id, metric, published = null } = this.claim
    return {
      id,
      metric,
      says: claimPhrase({ metric, ...this.names }, this.claim),
      ...this.sides,
      names: this.names.names,
      requests: this.names.requests,
      gates: this.gates,
      verdict: this.gates ? verdict : shownAs(interval),
      ratio: rounded(ratio, 4),
      interval: [rounded(interval[0], 4), rounded(interval[1], 4)],
      floor: 'floor' in this.target ? this.target.floor : null,
      within: 'same' in this.claim ? this.claim.within : null,
      shown: this.shown,
      pairs: this.values.length,
      scatter: this.values.length > 1 ? rounded(standardDeviation(this.values), 4) : null,
      outlook: this.gates && verdict === 'undecided' ? outlook(this.values, this.target) : null,
      age: { base: usual(this.ages.base), against: usual(this.ages.against) },
      steady: null,
      published,
      until: ('until' in this.claim && this.claim.until) || null,
    }
  }
}

/**
 * What a pair says of a claim.
 *
 * @param {import('./figures.js').Byside} figures
 * @param {string} metric
 * @param {string} base
 * @param {string} against
 * @returns {{ value: number, spread: number }} the median log-ratio over its blocks, which a burst in a few of them does not move, and its standard
 *   error by their scatter
 */
export function pairOf (figures, metric, base, against) {
  const [costs, others] = [base, against].map((side) => /** @type {Record<string, number[]>} */ (figures.get(side))[metric])
  const ratios = costs.map((cost, block) => Math.log(cost / others[block]))
  // sorted, what is no number would come last, as if that block were the largest
  if (ratios.some(Number.isNaN)) return { value: NaN, spread: NaN }
  return { value: median(ratios), spread: errorOfMedian(ratios) }
}

/** @param {import('./figures.js').Byside} figures of a pair @param {string} side @returns {Age} in the middle of its blocks */
function ageOf (figures, side) {
  const { cpuSeconds, operations } = /** @type {Record<string, number[]>} */ (figures.get(side))
  return { cpuSeconds: median(cpuSeconds), operations: median(operations) }
}

/** @param {Age[]} ages of several pairs @returns {Age} */
function usual (ages) {
  return { cpuSeconds: rounded(median(ages.map(({ cpuSeconds }) => cpuSeconds)), 3), operations: Math.round(median(ages.map(({ operations }) => operations))) }
}
