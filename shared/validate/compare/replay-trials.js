import { FALSE_ALARM_RATE, simulateComparison } from 'hotpath/internal'
import { hashCompareSettings, hashSettingValues } from '../engine.js'
import { DEFAULT_SLOWDOWN_MARGIN, NOISE_KINDS_FOR_COMPARE } from './cells.js'
import { selectCurrentCompareResults } from './proof.js'

/**
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { CompareRow } from './proof.js'
 */

/** Number of pairs of processes that `hotpath compare` measures by default, by kind of program (docs/judging.md). */
const PAIRS_PER_COMPARISON = { function: 16, 'async function': 16, server: 10 }

/** True slowdowns to replay: none (with and without an allowed slowdown), and a slowdown that must be found. */
const SLOWDOWNS = [{ difference: 1, hasMargin: true }, { difference: 1, hasMargin: false }, { difference: 1.155, hasMargin: true }]

/** Number of comparisons to simulate for each kind of program, noise and slowdown. */
const DRAWN_COMPARISONS = 1000

/** Comparisons are simulated only if at least this many pairs are recorded. */
const FEWEST_RECORDED_PAIRS = 40

/** Hashes the rule of `hotpath compare`. Recorded verdicts with another hash come from an older rule, and do not count. */
const hashCompareRule = () => hashSettingValues([hashCompareSettings('function'), PAIRS_PER_COMPARISON])

/**
 * @typedef {object} ReplayedRow
 * @property {string} name kind of program and noise
 * @property {number} pairs that were measured
 * @property {number} difference the true one: 1.155 if head costs 1.155 times as much as base
 * @property {boolean} hasMargin false if any slowdown at all is asked for
 * @property {number} comparisons that `hotpath compare` would have made of these pairs
 * @property {number} red comparisons that looked slower before confirmation
 * @property {number} slower comparisons called slower
 * @property {number} undecided
 * @property {string} rule hash
 */

/** @param {ReplayedRow[]} rows @returns {ReplayedRow[]} those that today's rule judged */
export const selectCurrentReplays = (rows) => rows.filter(({ rule }) => rule === hashCompareRule())

/**
 * Simulates comparisons from pairs of equal programs that `pnpm validate compare` has recorded, drawn at random, and lets the rule judge
 * them. To simulate a slower head, adds a true slowdown to the pairs of base and head.
 *
 * @param {CompareRow[]} rows
 * @param {Random} random
 * @returns {Promise<ReplayedRow[]>} none for a kind of program with too few pairs
 */
export async function replayRecordedComparisons (rows, random) {
  const nulls = selectCurrentCompareResults(rows).filter(({ kind, difference }) => kind !== 'heap' && difference === 1)
  const replayed = []
  for (const kind of /** @type {(keyof typeof PAIRS_PER_COMPARISON)[]} */ (Object.keys(PAIRS_PER_COMPARISON))) {
    for (const noise of NOISE_KINDS_FOR_COMPARE) {
      const values = nulls.filter((row) => row.kind === kind && row.noise === noise).flatMap(({ values }) => values)
      if (values.length < FEWEST_RECORDED_PAIRS) continue
      const take = () => values[random.int(0, values.length - 1)] * (random() < 0.5 ? 1 : -1)
      for (const { difference, hasMargin } of SLOWDOWNS) {
        const counts = new VerdictCounts()
        const trials = { takeHead: () => take() + Math.log(difference), takeControl: take }
        const how = { pairs: PAIRS_PER_COMPARISON[kind], hasMargin }
        while (counts.comparisons < DRAWN_COMPARISONS) counts.add(await judgeTrials(trials, how))
        const name = `${kind}, ${noise}`
        replayed.push({ name, pairs: values.length, difference, hasMargin, ...counts, rule: hashCompareRule() })
      }
    }
  }
  return replayed
}

/** Counts the verdicts of comparisons. */
class VerdictCounts {
  comparisons = 0
  red = 0
  slower = 0
  undecided = 0

  /** @param {Awaited<ReturnType<typeof simulateComparison>>} result */
  add ({ confirmation, verdict }) {
    this.comparisons++
    if (confirmation) this.red++
    if (verdict === 'slower') this.slower++
    if (verdict === 'undecided') this.undecided++
  }
}

/** @param {Parameters<typeof simulateComparison>[0]} trials @param {{ pairs: number, hasMargin: boolean }} how */
function judgeTrials (trials, { pairs, hasMargin }) {
  const margin = Math.log(1 + DEFAULT_SLOWDOWN_MARGIN)
  const question = { asks: /** @type {const} */ ('gate'), bound: hasMargin ? margin : 0, falseAlarm: FALSE_ALARM_RATE }
  // counts each simulated round as one second, so this many seconds allow this many rounds
  return simulateComparison(trials, { question, seconds: pairs, margin })
}
