import { claimPhrase } from '../lab/phrase.js'
import { sidesOf } from '../lab/sides.js'
import { outlook } from '../stats/outlook.js'
import { priorOf } from '../stats/prior.js'
import { judge, shownAs } from '../stats/rule.js'
import { errorOfMedian, median, standardDeviation } from '../stats/sample.js'
import { rounded } from './figures.js'
import { CannotRun } from './process/failure.js'

/**
 * @import { Claim, Published } from '../lab/manifest.js'
 * @import { SideNames } from '../lab/phrase.js'
 * @import { ShapeClass } from '../stats/changepoints.js'
 * @import { Outlook } from '../stats/outlook.js'
 * @import { Shown, Target, Verdict } from '../stats/rule.js'
 * @import { Byside } from './figures.js'
 */

/**
 * @typedef {object} Steady what a long run says of a claim
 * @property {number} ratio base over against, the geometric mean of the pairs
 * @property {[number, number]} interval of the ratio, 95 %
 * @property {string} node on which it was recorded
 * @property {number} cpuSeconds that the sides had behind them at the end
 * @property {ShapeClass} class of that side whose cost changes more
 * @property {string} processor on which it was recorded
 * @property {true} [stale] a variant has changed since
 *
 * @typedef {object} Age what a process has behind it
 * @property {number} cpuSeconds since it was started
 * @property {number} operations calls or requests
 *
 * @typedef {object} JudgedClaim
 * @property {string} id
 * @property {string} metric
 * @property {string} says what is claimed, in a sentence without figures
 * @property {string} base the side that costs more, if the claim is true
 * @property {string} against
 * @property {{ base: string, against: string }} names of the two variants, as sentences use them
 * @property {{ base: string | null, against: string | null }} requests that they answer, where these have a name
 * @property {boolean} gates whether the lab's verdict depends on it
 * @property {Verdict | Shown} verdict
 * @property {number} ratio base over against
 * @property {[number, number]} interval of the ratio, 95 %
 * @property {number | null} floor null where the claim is that both are the same, or where it only shows
 * @property {number | null} within how far apart both may be, as a share, where the claim is that they are the same
 * @property {string | null} shown what its worth depends on, where it does not gate
 * @property {number} pairs
 * @property {number | null} scatter of the pairs: the standard deviation of their log-ratios; null where there is one
 * @property {Outlook | null} outlook where it gates and is undecided
 * @property {{ base: Age, against: Age }} age at which it was seen
 * @property {Steady | null} steady what a long run says, by the recorded curve of this lab; null where there is none
 * @property {Published | null} published
 * @property {string | null} until the Node version that ended what was published
 */

/** A claim with the pairs that have been measured for it. */
export class ClaimEvaluation {
  /** @param {Claim} claim @param {Pick<SideNames, 'names' | 'requests'>} [names] of what it compares, where that has better ones than its sides */
  constructor (claim, names) {
    this.claim = claim
    this.sides = sidesOf(claim)
    /** @type {Pick<SideNames, 'names' | 'requests'>} */
    this.names = names ?? { names: this.sides, requests: { base: null, against: null } }
    this.shown = 'shown' in claim ? claim.shown : null
    /** whether the lab's verdict depends on it */
    this.gates = this.shown === null
    /** @type {Target} */
    this.target = 'floor' in claim ? { floor: claim.floor } : { same: true, within: 'within' in claim ? claim.within : undefined }
    /** @type {number[]} */
    this.values = []
    /** @type {number[]} standard errors of the values, by the scatter of their blocks */
    this.spreads = []
    this.sameCpu = true
    /** @type {Record<'base' | 'against', Age[]>} of the processes of each pair */
    this.ages = { base: [], against: [] }
  }

  get isOpen () {
    return this.values.length === 0 || this.#judgement.verdict === 'undecided'
  }

  /**
   * @param {Byside} figures of one pair
   * @param {boolean} [sameCpu] whether its sides ran on one processor, or it does not matter where they did
   */
  add (figures, sameCpu = true) {
    const { base, against } = this.sides
    const { value, spread } = comparePair(figures, this.claim.metric, base, against)
    // a clock that stood still during a block: nothing can be said of it
    if (!Number.isFinite(value)) throw new CannotRun('the clock', `is too coarse to measure the ${this.claim.metric} of ${base} and ${against}`, 'Measure this lab on Linux or macOS, or on a machine with a finer clock.')
    this.values.push(value)
    this.spreads.push(spread)
    this.sameCpu &&= sameCpu
    this.ages.base.push(ageInPair(figures, this.sides.base))
    this.ages.against.push(ageInPair(figures, this.sides.against))
  }

  get #judgement () {
    return judge(this.values, this.target, priorOf(this.spreads, this.sameCpu))
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
 * @param {Byside} figures
 * @param {string} metric
 * @param {string} base
 * @param {string} against
 * @returns {{ value: number, spread: number }} the median log-ratio over its blocks, which a burst in a few of them does not move, and its standard
 *   error by their scatter
 */
export function comparePair (figures, metric, base, against) {
  const [costs, others] = [base, against].map((side) => /** @type {Record<string, number[]>} */ (figures.get(side))[metric])
  const ratios = costs.map((cost, block) => Math.log(cost / others[block]))
  // sorted, what is no number would come last, as if that block were the largest
  if (ratios.some(Number.isNaN)) return { value: NaN, spread: NaN }
  return { value: median(ratios), spread: errorOfMedian(ratios) }
}

/** @param {Byside} figures of a pair @param {string} side @returns {Age} in the middle of its blocks */
function ageInPair (figures, side) {
  const { cpuSeconds, operations } = /** @type {Record<string, number[]>} */ (figures.get(side))
  return { cpuSeconds: median(cpuSeconds), operations: median(operations) }
}

/** @param {Age[]} ages of several pairs @returns {Age} */
function usual (ages) {
  return { cpuSeconds: rounded(median(ages.map(({ cpuSeconds }) => cpuSeconds)), 3), operations: Math.round(median(ages.map(({ operations }) => operations))) }
}
