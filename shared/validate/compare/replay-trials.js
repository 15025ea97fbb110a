import { FALSE_ALARM_RATE, LEAST_MARGIN_OF_WAITS } from 'hotpath/internal/compare/rule.js'
import { findQuantity } from 'hotpath/internal/compare/quantity.js'
import { judgeDrawnPairs } from 'hotpath/internal/compare/drawn-pairs.js'
import { HEAP_NOISE_BYTES } from '@hotpath-labs/engine/subjects/heap.js'
import { NOISE_PRIOR_OF_WAITS } from '@hotpath-labs/engine/subjects/latency.js'
import { estimateNoisePrior } from '@hotpath-labs/engine/stats/rule.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { hashCompareSettings, hashPairSettings } from '../engine.js'
import { DEFAULT_LEAK_MARGIN_BYTES, DEFAULT_SLOWDOWN_MARGIN, NOISE_KINDS_FOR_COMPARE, PROGRAM_KINDS_FOR_COMPARE, isLeak } from './cells.js'

/**
 * @import { Prior } from '@hotpath-labs/engine/stats/rule.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { CompareKind } from './cells.js'
 * @import { CompareRow } from './proof.js'
 */

/** @typedef {{ difference: number, hasMargin: boolean }} Replayed a true difference, and the question */

/** No slowdown, with and without an allowed one, the largest that passes, and one that should be found. @type {Replayed[]} */
const SLOWDOWNS = [
  { difference: 1, hasMargin: true },
  { difference: 1, hasMargin: false },
  { difference: 1 + DEFAULT_SLOWDOWN_MARGIN, hasMargin: true },
  { difference: 1.155, hasMargin: true },
]

/** No leak, the largest that passes, and one that should be found, in bytes. @type {Replayed[]} */
const LEAKS = [{ difference: 0, hasMargin: true }, { difference: 16, hasMargin: true }, { difference: 104, hasMargin: true }]

/** Larger slowdowns to replay until one is found. */
const LARGER = [1.25, 1.4, 1.6, 2, 3, 5]

/** A slowdown counts as found if at least this share of the comparisons calls it slower. */
export const FOUND = 0.95

/** The assumed noise of leaks in bytes: as that of a heap with the usual number of requests. */
const LEAK_PRIOR = { sd: HEAP_NOISE_BYTES / 12_000, pairs: 2 }

/** Number of comparisons to simulate for each kind of program, noise and slowdown. */
const DRAWN_COMPARISONS = 1000

/** Comparisons are simulated only if at least this many pairs are recorded. */
const FEWEST_RECORDED_PAIRS = 40

/**
 * @typedef {object} ReplayedRow
 * @property {string} name kind of program and noise
 * @property {CompareKind} kind
 * @property {number} pairs that were measured
 * @property {number} difference the true one: 1.155 if head costs 1.155 times as much as base
 * @property {boolean} hasMargin false if any slowdown at all is asked for
 * @property {number} comparisons that `hotpath compare` would have made of these pairs
 * @property {number} red comparisons that looked slower before confirmation
 * @property {number} slower comparisons called slower
 * @property {number} undecided
 * @property {string} rule hash of the settings that judge this kind
 */

/** @param {ReplayedRow[]} rows @returns {ReplayedRow[]} those that today's rule judged */
export const selectCurrentReplays = (rows) => rows.filter(({ kind, rule }) => rule === hashCompareSettings(kind))

/**
 * Simulates comparisons from pairs of equal programs that `pnpm validate compare` has recorded, drawn at random, and lets the rule judge
 * them. To simulate a slower head, adds a true slowdown to the pairs of base and head.
 *
 * @param {CompareRow[]} rows
 * @param {Random} random
 * @returns {Promise<ReplayedRow[]>} none for a kind of program with too few pairs
 */
export async function replayRecordedComparisons (rows, random) {
  const nulls = rows.filter(({ kind, difference, pairs }) => pairs === hashPairSettings(kind) && difference === (isLeak(kind) ? 0 : 1))
  const replayed = []
  for (const kind of PROGRAM_KINDS_FOR_COMPARE) {
    for (const noise of NOISE_KINDS_FOR_COMPARE) {
      const all = nulls.filter((row) => row.kind === kind && row.noise === noise)
      const complete = all.filter(({ assumedNoise }) => assumedNoise)
      // pairs of older rows, whose noise is not on record, only until there are enough others
      const recorded = countPairs(complete) < FEWEST_RECORDED_PAIRS ? all : complete
      const values = recorded.flatMap(({ values }) => values)
      if (values.length < FEWEST_RECORDED_PAIRS) continue
      const pairs = countUsualPairs(recorded)
      const noises = recorded.flatMap(({ assumedNoise }) => assumedNoise ?? [])
      const drawPrior = () => ({ ...findPrior(kind), ...noises.length > 0 && { sd: noises[random.int(0, noises.length - 1)] } })
      const take = () => values[random.int(0, values.length - 1)] * (random() < 0.5 ? 1 : -1)
      for (const { difference, hasMargin } of listReplayed(kind)) {
        const counts = countVerdicts(kind, { take, drawPrior }, { difference, hasMargin, pairs })
        const of = { name: `${kind}, ${noise}`, kind, pairs: values.length, difference, hasMargin }
        replayed.push({ ...of, ...counts, rule: hashCompareSettings(kind) })
        if (LARGER.includes(difference) && counts.slower >= FOUND * counts.comparisons) break
        // no larger slowdown is needed where the usual one is found
        if (difference === 1.155 && counts.slower >= FOUND * counts.comparisons) break
      }
    }
  }
  return replayed
}

/** @param {CompareRow[]} rows */
const countPairs = (rows) => rows.reduce((sum, { values }) => sum + values.length, 0)

/** @param {CompareRow[]} rows @returns {number} of pairs in the time of a benchmark */
function countUsualPairs (rows) {
  const seconds = median(rows.map((row) => row.seconds / (row.values.length + row.fresh.length)))
  return Math.max(2, Math.floor(rows[0].most / seconds))
}

/** @param {CompareKind} kind @returns {Replayed[]} */
function listReplayed (kind) {
  if (isLeak(kind)) return LEAKS
  const larger = LARGER.map((difference) => ({ difference, hasMargin: true }))
  return kind === 'waits at a rate' ? [SLOWDOWNS[0], ...larger.filter(({ difference }) => difference >= 1 + LEAST_MARGIN_OF_WAITS)] : [...SLOWDOWNS, ...larger]
}

/**
 * @param {CompareKind} kind
 * @param {{ take: () => number, drawPrior: () => Prior }} draws the value of a pair of equal programs, and a comparison's assumed noise
 * @param {Replayed & { pairs: number }} how
 */
function countVerdicts (kind, { take, drawPrior }, { difference, hasMargin, pairs }) {
  const counts = new VerdictCounts()
  const shift = isLeak(kind) ? difference : Math.log(difference)
  const margins = { margin: hasMargin ? DEFAULT_SLOWDOWN_MARGIN : 0, marginBytes: DEFAULT_LEAK_MARGIN_BYTES }
  const compared = { kind: isLeak(kind) ? /** @type {const} */ ('heap') : /** @type {const} */ ('fn'), rate: kind === 'waits at a rate' ? 1 : undefined }
  const { chooseMargin, computeBound } = findQuantity(compared)
  const bound = computeBound(chooseMargin(margins))
  const takeHead = () => take() + shift
  const question = { asks: /** @type {const} */ ('gate'), bound, falseAlarm: FALSE_ALARM_RATE }
  // the A/A test has a margin also where the question has none; each drawn pair counts as one second
  const margin = computeBound(chooseMargin({ ...margins, margin: DEFAULT_SLOWDOWN_MARGIN }))
  const how = { question, seconds: pairs, mostSeconds: Infinity, margin }
  while (counts.comparisons < DRAWN_COMPARISONS) counts.add(judgeDrawnPairs({ takeHead, takeControl: take, prior: drawPrior() }, how))
  return counts
}

/** @param {CompareKind} kind @returns {Prior} the smallest noise that a measured comparison assumes */
function findPrior (kind) {
  if (isLeak(kind)) return LEAK_PRIOR
  if (kind === 'waits at a rate') return NOISE_PRIOR_OF_WAITS
  return estimateNoisePrior([], kind === 'parallel function' ? 'on all' : 'together')
}

/** Counts the verdicts of comparisons. */
class VerdictCounts {
  comparisons = 0
  red = 0
  slower = 0
  undecided = 0

  /** @param {ReturnType<typeof judgeDrawnPairs>} result */
  add ({ confirmation, verdict }) {
    this.comparisons++
    if (confirmation) this.red++
    if (verdict === 'slower') this.slower++
    if (verdict === 'undecided') this.undecided++
  }
}
