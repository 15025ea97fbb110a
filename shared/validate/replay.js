import { computePairLogRatio } from 'hotpath/measure'
import { INTERIM_ANALYSIS_PAIR_COUNTS, estimateNoisePrior, judgeAtInterimAnalysis } from 'hotpath/stats'

/** @import { Verdict } from 'hotpath/stats' */
/** @import { Blocks } from './aa-tests.js' */

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
 * @param {Blocks[]} pairs in the order of measurement
 * @returns {{ verdict: Verdict, pairs: number }}
 */
export function replayAATest (pairs) {
  const read = pairs.map(({ slow, fast }) => computePairLogRatio(new Map([['slow', { cost: slow }], ['fast', { cost: fast }]]), 'cost', 'slow', 'fast'))
  return applyRule(read.map(({ value }) => value), read.map(({ spread }) => spread))
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
    const verdict = judgeAtInterimAnalysis(values.slice(0, look), { atLeast: 1 }, estimateNoisePrior(spreads?.slice(0, look), together))
    if (verdict !== 'undecided') return { verdict, pairs: look }
  }
  return { verdict: 'undecided', pairs: looks.at(-1) ?? 0 }
}
