import { computePairLogRatio, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { INTERIM_ANALYSIS_PAIR_COUNTS, judgeAtInterimAnalysis, estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import jstat from 'jstat'
import { mean, median, standardDeviation } from '@hotpath-labs/engine/stats/sample.js'
import { THIS_ENGINE_NAME } from './engine.js'

/**
 * @import { Verdict } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Blocks, Comparison } from './aa-tests.js'
 */

/**
 * Simulates runs with today's stopping rule. One run begins at each recorded pair. After the last pair, a run goes on with the
 * first.
 *
 * @param {{ values: number[], spreads?: number[] }} recorded log-ratios and their standard errors, in the order of measurement
 * @param {boolean} [together] true if both sides of a pair were pinned to one CPU
 * @returns {{ verdict: Verdict, pairs: number }[]} one window for each pair
 */
export function simulateRunsFromRecordedPairs ({ values, spreads }, together = true) {
  const most = INTERIM_ANALYSIS_PAIR_COUNTS[INTERIM_ANALYSIS_PAIR_COUNTS.length - 1]
  const from = (/** @type {number[]} */ numbers, /** @type {number} */ first) =>
    [...numbers.slice(first), ...numbers.slice(0, first)].slice(0, most)
  return values.map((_, first) => applyRule(from(values, first), spreads && from(spreads, first), together))
}

/**
 * Applies today's stopping rule to the recorded pairs of an A/A test, because the recorded verdict may come from an older rule.
 *
 * @param {Comparison['pairs']} pairs
 * @returns {{ verdict: Verdict, pairs: number }}
 */
function replayAATest (pairs) {
  return applyRule(pairs.map(({ value }) => value), pairs.map(({ spread }) => spread))
}

/**
 * @param {number[]} values log-ratios, one a pair
 * @param {number[]} [spreads] their standard errors
 * @param {boolean} [together]
 * @returns {{ verdict: Verdict, pairs: number }}
 */
function applyRule (values, spreads, together = true) {
  const looks = INTERIM_ANALYSIS_PAIR_COUNTS.filter((look) => look <= values.length)
  for (const look of looks) {
    const verdict = judgeAtInterimAnalysis(values.slice(0, look), { atLeast: 1 }, estimateNoisePrior(spreads?.slice(0, look), together ? 'together' : 'apart'))
    if (verdict !== 'undecided') return { verdict, pairs: look }
  }
  return { verdict: 'undecided', pairs: looks.at(-1) ?? 0 }
}

const { jStat } = jstat

/** Significance level of the usual statistical tests. */
const LEVEL = 0.05

/** A common rule of thumb: two averages differ if one is more than this share above the other. */
const THRESHOLD = 0.02

/** @typedef {[number[], number[]]} Two samples */

/** Common rules that take all blocks as independent. @type {Record<string, (samples: Two) => boolean>} */
const BLOCK_RULES = {
  'Welch at 5 %, all blocks': (samples) => computeWelchPValue(samples) < LEVEL,
  'Mann-Whitney U at 5 %, all blocks': (samples) => computeMannWhitneyPValue(samples) < LEVEL,
  '95 % intervals that do not overlap, all blocks': (samples) => areDisjoint(samples),
  'averages more than 2 % apart': (samples) => Math.abs(Math.log(averageRatio(samples))) > Math.log(1 + THRESHOLD),
}

/**
 * Rules to compare: hotpath's own rule, and common statistical rules. Each rule decides from the same pairs whether two programs differ.
 * @type {Record<string, (row: Comparison) => boolean>}
 */
export const COMPARED_RULES = {
  [THIS_ENGINE_NAME]: ({ pairs }) => replayAATest(pairs).verdict !== 'undecided',
  'Welch at 5 %, each process once': ({ pairs }) => computeWelchPValue([pairs.map(({ slow }) => slow), pairs.map(({ fast }) => fast)]) < LEVEL,
  ...Object.fromEntries(Object.keys(BLOCK_RULES).map((rule) => [rule, (/** @type {Comparison} */ { found }) => found.includes(rule)])),
}

/**
 * Summarizes the blocks of an A/A test, of which a row would be ten times as long.
 *
 * @param {Blocks[]} pairs in the order of measurement
 * @returns {Pick<Comparison, 'pairs' | 'found'>}
 */
export function summarizeBlocks (pairs) {
  /** @type {Two} */
  const all = [pairs.flatMap(({ slow }) => slow), pairs.flatMap(({ fast }) => fast)]
  return {
    pairs: pairs.map(({ slow, fast }) => {
      const figures = new Map([['slow', { cost: slow }], ['fast', { cost: fast }]])
      const { value, spread } = computePairLogRatio(figures, 'cost', 'slow', 'fast')
      const [one, other] = [slow, fast].map((costs) => Number(median(costs).toPrecision(5)))
      return { value: roundToDecimals(value, 4), spread: Number(spread.toPrecision(2)), slow: one, fast: other }
    }),
    found: Object.keys(BLOCK_RULES).filter((rule) => BLOCK_RULES[rule](all)),
  }
}

/** @param {Two} samples */
const averageRatio = ([one, other]) => mean(one) / mean(other)

/** @param {number[]} sample @returns {number} the squared standard error of its mean */
const squaredError = (sample) => standardDeviation(sample) ** 2 / sample.length

/** @param {Two} samples @returns {number} two-sided p; 1 if a sample has fewer than two values */
export function computeWelchPValue ([one, other]) {
  if (Math.min(one.length, other.length) < 2) return 1
  const [first, second] = [squaredError(one), squaredError(other)]
  const error = Math.sqrt(first + second)
  if (error === 0) return mean(one) === mean(other) ? 1 : 0
  const degrees = (first + second) ** 2 / (first ** 2 / (one.length - 1) + second ** 2 / (other.length - 1))
  return 2 * jStat.studentt.cdf(-Math.abs(mean(one) - mean(other)) / error, degrees)
}

/** @param {Two} samples @returns {number} two-sided p, by the normal approximation with ties */
export function computeMannWhitneyPValue ([one, other]) {
  const [first, second] = [one.length, other.length]
  const both = [...one, ...other]
  const ranks = jStat.rank(both)
  const total = first + second
  /** @type {Map<number, number>} */
  const alike = new Map()
  for (const value of both) alike.set(value, (alike.get(value) ?? 0) + 1)
  const ties = [...alike.values()].reduce((sum, count) => sum + count ** 3 - count, 0)
  const deviation = Math.sqrt(first * second / 12 * (total + 1 - ties / (total * (total - 1))))
  if (!(deviation > 0)) return 1
  const u = ranks.slice(0, first).reduce((/** @type {number} */ sum, /** @type {number} */ rank) => sum + rank, 0) - first * (first + 1) / 2
  return 2 * jStat.normal.cdf(-Math.abs(u - first * second / 2) / deviation, 0, 1)
}

/** @param {Two} samples @returns {boolean} true if the 95 % intervals of the means (Student's t) do not overlap */
function areDisjoint (samples) {
  if (Math.min(...samples.map(({ length }) => length)) < 2) return false
  const reach = samples.reduce((sum, sample) => sum - jStat.studentt.inv(LEVEL / 2, sample.length - 1) * Math.sqrt(squaredError(sample)), 0)
  return Math.abs(mean(samples[0]) - mean(samples[1])) > reach
}

/**
 * Calculates the upper limit of an error rate with 95 % confidence (exact, Clopper & Pearson 1934): about 3/n for n tests without errors.
 *
 * @param {number} wrong answers
 * @param {number} of all answers
 * @returns {number}
 */
export function computeErrorRateLimit (wrong, of) {
  return wrong >= of ? 1 : jStat.beta.inv(0.95, wrong + 1, of - wrong)
}
