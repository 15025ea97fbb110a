import { measureAndConfirmVerdict, COMPARE_RULE, FALSE_ALARM_RATE } from 'hotpath/compare'
import { estimateNoisePrior } from 'hotpath/stats'
import { hashSettingValues } from '../engine.js'
import { DEFAULT_SLOWDOWN_MARGIN } from './cells.js'

/** @import { PublishedTrials } from './published-trials.js' */

/** Pairs in one comparison: as many as `hotpath compare` measures of a function in its default ten seconds (docs/judging.md). */
const PAIRS_PER_COMPARISON = 16

/** Hash of the rule. Replayed verdicts count only while the rule is the same. */
const hashCompareRule = () => hashSettingValues([COMPARE_RULE, PAIRS_PER_COMPARISON])

/**
 * @typedef {object} ReplayedRow
 * @property {string} name of the data set
 * @property {number} programs
 * @property {number} trials
 * @property {number | null} calledDifferent trials that the tool itself called different; null if the tool judges no single trial
 * @property {boolean} hasMargin false if any slowdown at all is asked for
 * @property {number} comparisons that `hotpath compare` would have made of these trials
 * @property {number} red comparisons that looked slower before confirmation
 * @property {number} slower comparisons called slower
 * @property {number} undecided
 * @property {string} rule hash
 */

/** @param {ReplayedRow[]} rows @returns {ReplayedRow[]} those that today's rule judged */
export const selectCurrentReplays = (rows) => rows.filter(({ rule }) => rule === hashCompareRule())

/** Ends a comparison that has no more trials. */
class TrialsUsedUp extends Error {}

/**
 * Lets the rule of `hotpath compare` judge published trials of equal programs, one comparison after another. The A/A test of a
 * comparison takes its trials from the same list.
 *
 * @param {PublishedTrials} trials
 * @param {boolean} hasMargin
 * @returns {Promise<ReplayedRow>}
 */
export async function replayPublishedTrials ({ name, series }, hasMargin) {
  const counts = { comparisons: 0, red: 0, slower: 0, undecided: 0 }
  for (const { values } of series) {
    const left = [...values]
    for (let result = await judgeNextTrials(left, hasMargin); result; result = await judgeNextTrials(left, hasMargin)) {
      counts.comparisons++
      if (result.confirmation) counts.red++
      if (result.verdict === 'slower') counts.slower++
      if (result.verdict === 'undecided') counts.undecided++
    }
  }
  const called = series.flatMap(({ isCalledDifferent }) => isCalledDifferent)
  const calledDifferent = called.length ? called.filter(Boolean).length : null
  const trials = series.reduce((sum, { values }) => sum + values.length, 0)
  return { name, programs: series.length, trials, calledDifferent, hasMargin, ...counts, rule: hashCompareRule() }
}

/** @param {number[]} left trials; those of this comparison are removed @param {boolean} hasMargin */
async function judgeNextTrials (left, hasMargin) {
  const clock = { seconds: 0 }
  const bound = hasMargin ? Math.log(1 + DEFAULT_SLOWDOWN_MARGIN) : 0
  const question = { asks: /** @type {const} */ ('gate'), bound, falseAlarm: FALSE_ALARM_RATE }
  const margin = Math.log(1 + DEFAULT_SLOWDOWN_MARGIN)
  const how = { question, seconds: PAIRS_PER_COMPARISON, margin, onProgress () {}, now: () => 1000 * clock.seconds }
  try {
    const startRounds = () => /** @type {any} */ (new ReplayedRounds(left, clock))
    return await measureAndConfirmVerdict(startRounds(), async () => startRounds(), how)
  } catch (error) {
    if (error instanceof TrialsUsedUp) return undefined
    throw error
  }
}

/** Takes the next trials where `hotpath compare` measures a pair of processes. */
class ReplayedRounds {
  benchmark = { kind: 'fn' }
  head = { values: /** @type {number[]} */ ([]), spreads: [] }
  control = { values: /** @type {number[]} */ ([]), spreads: [] }
  costs = /** @type {{ base: number, head: number }[]} */ ([])
  prior = estimateNoisePrior()
  controlPrior = estimateNoisePrior()
  #left
  #clock

  /** @param {number[]} left trials @param {{ seconds: number }} clock */
  constructor (left, clock) {
    this.#left = left
    this.#clock = clock
  }

  /** @param {{ withControl: boolean }} how @throws {TrialsUsedUp} */
  async measure ({ withControl }) {
    this.#clock.seconds++
    this.head.values.push(this.#take())
    this.costs.push({ base: 1, head: 1 })
    if (withControl) this.control.values.push(this.#take())
  }

  #take () {
    const trial = this.#left.shift()
    if (trial === undefined) throw new TrialsUsedUp()
    return trial
  }
}
