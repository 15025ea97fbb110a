import { forecastDecision } from '@hotpath-labs/engine/stats/forecast.js'
import { ATTEMPT_ERROR_RATES, CLAIM_ERROR_RATES, judgeRatios, classifyInformationalRatio } from '@hotpath-labs/engine/stats/rule.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/prior.js'
import { median, standardDeviation } from '@hotpath-labs/engine/stats/sample.js'
import { computePairLogRatio, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'
import { formatClaim } from '../phrase.js'
import { findClaimSides } from '../sides.js'
import { findMetricWords } from '../report/words.js'

/**
 * @import { Claim } from '../manifest.js'
 * @import { SideNames } from '../phrase.js'
 * @import { Age, JudgedClaim } from '../report/result-schema.js'
 * @import { Target, Verdict } from '@hotpath-labs/engine/stats/rule.js'
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 */

/** A claim, such as "A is 2× as fast as B", with the ratios measured for this claim and its verdict. */
export class ClaimEvaluation {
  /**
   * @param {Claim} claim
   * @param {Pick<SideNames, 'names' | 'requests'>} [names] for sentences, instead of the sides' own
   * @param {{ isAttempt?: boolean }} [options] `isAttempt`: about an attendee's file
   */
  constructor (claim, names, { isAttempt = false } = {}) {
    this.claim = claim
    this.isAttempt = isAttempt
    this.sides = findClaimSides(claim)
    /** @type {Pick<SideNames, 'names' | 'requests'>} */
    this.names = names ?? { names: this.sides, requests: { slower: null, faster: null } }
    this.dependsOn = 'dependsOn' in claim ? claim.dependsOn : null
    /** true if the lab's verdict depends on this claim */
    this.required = this.dependsOn === null
    /** @type {Target} */
    this.target = 'atLeast' in claim ? { atLeast: claim.atLeast } : { same: true, equivalenceMargin: 'equivalenceMargin' in claim ? claim.equivalenceMargin : undefined }
    /** @type {number[]} */
    this.values = []
    /** @type {number[]} standard error of each value, from the scatter of its blocks */
    this.spreads = []
    this.sameCpu = true
    /** @type {Record<'slower' | 'faster', Age[]>} pair by pair */
    this.ages = { slower: [], faster: [] }
  }

  get isOpen () {
    return this.values.length === 0 || this.#judgement.verdict === 'undecided'
  }

  /** True if the ratio so far is at least the minimum, although it may not prove it. */
  get isPromising () {
    return !('atLeast' in this.target) || this.#judgement.ratio >= this.target.atLeast
  }

  /**
   * @param {FiguresBySide} figures of one pair
   * @param {boolean} [sameCpu] false where its sides ran on different CPUs
   * @throws {CannotRun} where a cost is 0, for example because the clock did not advance during a block
   */
  add (figures, sameCpu = true) {
    const { slower, faster } = this.sides
    const { value, spread } = computePairLogRatio(figures, this.claim.metric, slower, faster)
    if (!Number.isFinite(value)) {
      const { name } = findMetricWords(this.claim.metric)
      const what = `of ${slower} or ${faster} was measured as 0; expected more than 0, because a claim compares ratios`
      throw new CannotRun('CLOCK_TOO_COARSE', `the ${name}`, what, 'If the clock of this machine is too coarse, as on Windows, measure this lab on Linux or macOS.')
    }
    this.values.push(value)
    this.spreads.push(spread)
    this.sameCpu &&= sameCpu
    this.ages.slower.push(ageInPair(figures, this.sides.slower))
    this.ages.faster.push(ageInPair(figures, this.sides.faster))
  }

  get #judgement () {
    return judgeRatios(this.values, this.target, estimateNoisePrior(this.spreads, this.sameCpu ? 'together' : 'apart'), { isAttempt: this.isAttempt })
  }

  get #errorRates () {
    return this.isAttempt ? ATTEMPT_ERROR_RATES : CLAIM_ERROR_RATES
  }

  /** @returns {JudgedClaim} */
  get judged () {
    const { verdict, ratio, interval, confidence } = this.#judgement
    const { id, metric, published = null } = this.claim
    return {
      id,
      metric,
      says: formatClaim({ metric, ...this.names }, this.claim),
      ...this.sides,
      names: this.names.names,
      requests: this.names.requests,
      required: this.required,
      verdict: this.required ? verdict : classifyInformationalRatio(interval),
      ratio: roundToDecimals(ratio, 4),
      interval: [roundToDecimals(interval[0], 4), roundToDecimals(interval[1], 4)],
      confidence,
      atLeast: 'atLeast' in this.target ? this.target.atLeast : null,
      equivalenceMargin: 'same' in this.claim ? this.claim.equivalenceMargin : null,
      dependsOn: this.dependsOn,
      pairs: this.values.length,
      scatter: this.values.length > 1 ? roundToDecimals(standardDeviation(this.values), 4) : null,
      forecast: this.required && verdict === 'undecided' ? forecastDecision(this.values, this.target, this.#errorRates) : null,
      age: { slower: medianAge(this.ages.slower), faster: medianAge(this.ages.faster) },
      steady: null,
      published,
      until: ('until' in this.claim && this.claim.until) || null,
    }
  }
}

/** @param {FiguresBySide} figures of a pair @param {string} side @returns {Age} in the middle of its blocks */
function ageInPair (figures, side) {
  const { cpuSeconds, operations } = /** @type {Record<string, number[]>} */ (figures.get(side))
  return { cpuSeconds: median(cpuSeconds), operations: median(operations) }
}

/** @param {Age[]} ages of several pairs @returns {Age} */
function medianAge (ages) {
  const cpuSeconds = median(ages.map(({ cpuSeconds }) => cpuSeconds))
  const operations = median(ages.map(({ operations }) => operations))
  return { cpuSeconds: roundToDecimals(cpuSeconds, 3), operations: Math.round(operations) }
}

/** @param {JudgedClaim[]} claims @returns {Verdict} the worst verdict of the required claims */
export function findWorstClaimVerdict (claims) {
  const verdicts = claims.filter(({ required }) => required).map(({ verdict }) => verdict)
  if (verdicts.includes('broken')) return 'broken'
  return verdicts.includes('undecided') ? 'undecided' : 'holds'
}
