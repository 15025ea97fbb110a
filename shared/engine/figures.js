import { median, standardErrorOfMedian, standardDeviation } from './stats/sample.js'
import { CannotRun } from './failures.js'
import { forecastDecision, estimateNoisePrior, ATTEMPT_ERROR_RATES, CLAIM_ERROR_RATES, classifyInformationalRatio, judgeRatios } from './stats/rule.js'

/** @import { Placement, Target, Verdict } from './stats/rule.js' */

/** @typedef {Map<string, Record<string, number[]>>} FiguresBySide figures by side, each with a value per block */

/**
 * Splits the name of a side into the names of a program and a workload.
 *
 * @param {string} side `variant` or `variant@workload`
 * @returns {{ variant: string, workload: string | null }} `workload`: null for the usual one
 */
export function parseSide (side) {
  const [variant, workload = null] = side.split('@')
  return { variant, workload }
}

/** Collects the figures measured in all processes of a run, for reports. */
export class PairFigureCollector {
  /** @type {Map<string, Record<string, number>>[]} median of each figure by side, pair by pair */
  #pairs = []

  /** @param {FiguresBySide} pair */
  add (pair) {
    this.#pairs.push(new Map([...pair].map(([side, values]) => {
      const medians = Object.entries(values).map(([name, numbers]) => [name, findMedian(name, numbers)])
      return [side, Object.fromEntries(medians)]
    })))
  }

  /**
   * Summarizes each program's figures, for charts. A machine's speed changes from minute to minute, so medians of different pairs of
   * processes could contradict the measured ratios. If a program was measured less often than others, its figures are therefore computed
   * from its ratio to the program that was measured most often.
   *
   * @returns {Record<string, Record<string, any>>} each figure by side
   */
  get summary () {
    const sides = [...new Set(this.#pairs.flatMap((pair) => [...pair.keys()]))]
    const findPairs = (/** @type {string} */ side) => this.#pairs.filter((pair) => pair.has(side))
    const commonest = sides.reduce((a, b) => findPairs(b).length > findPairs(a).length ? b : a, sides[0])
    return Object.fromEntries(sides.map((side) => {
      const pairs = findPairs(side)
      const names = Object.keys(/** @type {Record<string, number>} */ (pairs[0].get(side)))
      // leaves out `cpuSeconds` and `operations`, because the result reports both for each claim, as its `age`, and what `time` contains
      const { p50, p99, cpuSeconds, operations, collections, collectionCount, ...others } = Object.fromEntries(names.map((name) => {
        const readFigures = (/** @type {typeof pairs} */ some, /** @type {string} */ one) =>
          some.map((pair) => Number(pair.get(one)?.[name]))
        const own = readFigures(pairs, side)
        const beside = readFigures(pairs, commonest)
        // does not scale values of zero or less, such as the growth of a shrinking heap, because their ratios mean nothing
        const isScaled = side !== commonest && [...own, ...beside].every((value) => value > 0)
        const value = isScaled
          ? findMedian(name, own.map((cost, pair) => cost / beside[pair])) * findMedian(name, readFigures(findPairs(commonest), commonest))
          : findMedian(name, own)
        // rounds to significant digits instead of decimals, because calls of a few ns are stored in µs
        return [name, Number(value.toPrecision(6))]
      }))
      return [side, p50 === undefined ? others : { ...others, latencyMs: { p50, p99 } }]
    }))
  }
}

/**
 * Finds the median of a figure. For a rate, returns the reciprocal of the median cost, so that costs and rates agree.
 * @param {string} name @param {number[]} numbers
 */
function findMedian (name, numbers) {
  return name === 'opsPerSecond' ? 1 / median(numbers.map((rate) => 1 / rate)) : median(numbers)
}

/** @param {number} value @param {number} decimals digits after the point */
export function roundToDecimals (value, decimals) {
  return Number(value.toFixed(decimals))
}

/**
 * Compares the costs of two programs in one pair of processes, block by block. Every cost must be above 0, because 0 has no logarithm. Heap
 * growth may be 0, so heap.js raises it to a minimum above 0.
 *
 * @param {FiguresBySide} figures
 * @param {string} metric key of the compared values in `figures`
 * @param {string} slower
 * @param {string} faster
 * @returns {{ value: number, spread: number }} median log-ratio of the blocks, which ignores bursts, and its standard error
 */
export function computePairLogRatio (figures, metric, slower, faster) {
  const [costs, others] = [slower, faster].map((side) => /** @type {Record<string, number[]>} */ (figures.get(side))[metric])
  // leaves out blocks that only one side has, such as those in which no answer was counted
  const ratios = costs.slice(0, others.length).map((cost, block) => Math.log(cost / others[block]))
  // returns NaN if any ratio is NaN, because `median` would sort NaN last, as if NaN were the largest ratio
  if (ratios.some(Number.isNaN)) return { value: NaN, spread: NaN }
  return { value: median(ratios), spread: standardErrorOfMedian(ratios) }
}

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
