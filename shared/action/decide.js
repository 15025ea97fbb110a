import { FALSE_ALARM_RATE } from 'hotpath/internal/compare/rule.js'
import { RED_VERDICTS, identifyBenchmark, isTooUndecided, mergeShardResults } from 'hotpath/internal/compare/result.js'

/**
 * @import { BenchmarkResult, CompareResult, UndecidedLimit } from 'hotpath/internal/compare/result.js'
 * @import { Part, Parts } from './foreign-result.js'
 *
 * @typedef {object} Row a benchmark that differs
 * @property {BenchmarkResult} first
 * @property {BenchmarkResult | null} second measured again on another machine; null if it was not measured, or does not count
 * @property {'confirmed' | 'not confirmed' | 'unclear' | 'moved'} state unclear: the second machine cannot tell, has another red verdict,
 *   or did not measure · moved: no slowdown, so nothing to confirm
 *
 * @typedef {object} Outcome
 * @property {'failure' | 'neutral' | 'success'} conclusion of the check
 * @property {CompareResult | null} first null if there is no result
 * @property {CompareResult | null} second
 * @property {Row[]} rows from worst to best
 * @property {string} problem why there is no result, or only a part of it; foreign, on one line; empty if there is none
 */

/** Rows from worst to best. */
const STATES = /** @type {const} */ (['confirmed', 'unclear', 'not confirmed', 'moved'])

/** Largest probability that a check is red although nothing is slower: if the machines' errors are independent, and whatever they are. */
export const JOINT_ERROR = { independent: FALSE_ALARM_RATE ** 2, most: FALSE_ALARM_RATE }

/**
 * Decides about a pull request: red only if two machines say so.
 *
 * @param {Parts} parts
 * @param {UndecidedLimit} limit
 * @returns {Outcome}
 */
export function decide ({ first: firstParts, second: secondParts }, limit) {
  const first = merge(firstParts)
  if ('problem' in first) return { conclusion: 'neutral', first: null, second: null, rows: [], ...first }
  const again = secondParts.length ? merge(secondParts) : { problem: '' }
  const second = 'result' in again ? again.result : null
  const doubt = describeOtherMachine(first.result, second) || ('problem' in again ? again.problem : '')
  const rows = first.result.benchmarks.flatMap((one) => judge(one, doubt ? null : second, limit))
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
  const has = (/** @type {Row['state']} */ state) => rows.some((row) => row.state === state)
  const conclusion = has('confirmed') ? 'failure' : has('unclear') ? 'neutral' : 'success'
  return { conclusion, first: first.result, second, rows, problem: has('unclear') || has('confirmed') ? doubt : '' }
}

/** @param {Part[]} parts @returns {Part} */
function merge (parts) {
  const bad = parts.find((part) => 'problem' in part)
  if (bad) return bad
  if (parts.length === 0) return { problem: 'There is no result.' }
  try {
    return { result: mergeShardResults(parts.map((part, index) => ({ file: `part ${index + 1}`, result: 'result' in part && part.result }))) }
  } catch (error) {
    return { problem: error.message }
  }
}

/**
 * @param {CompareResult} first
 * @param {CompareResult | null} second
 * @returns {string} why the second machine says nothing about the first; empty if it does
 */
function describeOtherMachine (first, second) {
  if (!second) return ''
  const kind = (/** @type {CompareResult} */ { machine: { os } }) => os.split(' ').filter((word, index, { length }) => index === 0 || index === length - 1).join(' ')
  if (kind(first) !== kind(second)) return `The second machine is of another kind (${kind(second)}) than the first (${kind(first)}), so it confirms nothing.`
  if (first.node.head.split('.')[0] !== second.node.head.split('.')[0]) return `The second machine has Node ${second.node.head}, the first ${first.node.head}, so it confirms nothing.`
  return ''
}

/**
 * @param {BenchmarkResult} first
 * @param {CompareResult | null} second
 * @param {UndecidedLimit} limit
 * @returns {Row[]} none if there is nothing to say
 */
function judge (first, second, limit) {
  if (!RED_VERDICTS.includes(first.verdict)) {
    if (first.verdict === 'cannot run' || isTooUndecided(first, limit)) return [{ first, second: null, state: 'unclear' }]
    return ['faster', 'holds'].includes(first.verdict) ? [{ first, second: null, state: 'moved' }] : []
  }
  const again = second?.benchmarks.find((one) => identifyBenchmark(one) === identifyBenchmark(first)) ?? null
  return [{ first, second: again, state: compareVerdicts(first, again) }]
}

/** @param {BenchmarkResult} first red @param {BenchmarkResult | null} again @returns {Row['state']} */
function compareVerdicts (first, again) {
  if (first.verdict === again?.verdict) return 'confirmed'
  return !again || ['undecided', 'cannot run', ...RED_VERDICTS].includes(again.verdict) ? 'unclear' : 'not confirmed'
}
