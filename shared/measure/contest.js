import { sidesOf } from '../lab/define.js'
import { judge } from '../stats/rule.js'
import { median } from '../stats/sample.js'
import { rounded } from './figures.js'

/**
 * @typedef {object} JudgedClaim
 * @property {string} id
 * @property {string} metric
 * @property {string} says
 * @property {string} base the side that costs more, if the claim is true
 * @property {string} against
 * @property {import('../stats/rule.js').Verdict} verdict
 * @property {number} ratio base over against
 * @property {[number, number]} interval of the ratio, 95 %
 * @property {number | null} floor null where the claim is that both are the same
 * @property {number} pairs
 * @property {import('../lab/define.js').Published | null} published
 * @property {string | null} until the Node version that ended what was published
 */

/** A claim with the pairs that have been measured for it. */
export class Contest {
  /** @param {import('../lab/define.js').Claim} claim */
  constructor (claim) {
    this.claim = claim
    this.sides = sidesOf(claim)
    /** @type {import('../stats/rule.js').Target} */
    this.target = 'same' in claim ? { same: true } : { floor: claim.floor }
    /** @type {number[]} */
    this.values = []
  }

  get isOpen () {
    return this.values.length === 0 || judge(this.values, this.target).verdict === 'undecided'
  }

  /** @param {import('./figures.js').Byside} figures of one pair */
  add (figures) {
    this.values.push(logRatio(figures, this.claim.metric, this.sides.base, this.sides.against))
  }

  /** @returns {JudgedClaim} */
  get judged () {
    const { verdict, ratio, interval } = judge(this.values, this.target)
    const { id, metric, says, published = null } = this.claim
    return {
      id,
      metric,
      says,
      ...this.sides,
      verdict,
      ratio: rounded(ratio, 4),
      interval: [rounded(interval[0], 4), rounded(interval[1], 4)],
      floor: 'floor' in this.target ? this.target.floor : null,
      pairs: this.values.length,
      published,
      until: ('until' in this.claim && this.claim.until) || null,
    }
  }
}

/**
 * A pair's value: the median over its blocks, which a burst in a few of them does not move.
 *
 * @param {import('./figures.js').Byside} figures
 * @param {string} metric
 * @param {string} base
 * @param {string} against
 */
export function logRatio (figures, metric, base, against) {
  const [costs, others] = [base, against].map((side) => /** @type {Record<string, number[]>} */ (figures.get(side))[metric])
  return median(costs.map((cost, block) => Math.log(cost / others[block])))
}
