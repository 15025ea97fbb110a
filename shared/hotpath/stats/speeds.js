import { splitAtChangePoints } from './changepoints.js'
import { median, sumSquaredDeviations } from './sample.js'

/** Smallest difference between two speeds of a program, as a log-ratio: smaller differences may be noise. */
const APART = Math.log(1.25)

/** Smallest number of consecutive blocks at one speed for which this speed counts as lasting: docs/decisions/062 */
const FEWEST_BLOCKS = 4

/** Smallest number of processes at one speed for which these processes count as a group: docs/decisions/062 */
const FEWEST_PROCESSES = 3

/**
 * Smallest gap between two groups of processes, in standard deviations within a group: `ofMany` from `many` processes on, `ofFew` for
 * fewer processes: docs/decisions/062
 */
const MIN_GAP = { ofFew: 8, ofMany: 5, many: 11 }

/** @typedef {[number, number]} Levels the lower and the higher one, log-costs */

/**
 * Finds a lasting change of a process's speed. A change that the pair's other processes share does not count, because the machine causes
 * it.
 *
 * @param {number[]} costs log-costs, block by block
 * @param {number[]} others log-costs of the other processes, for the same blocks
 * @returns {Levels | undefined}
 */
export function findSpeedChange (costs, others) {
  const segments = splitAtChangePoints(costs).filter(({ from, to }) => to - from >= FEWEST_BLOCKS)
  const relative = costs.map((cost, block) => cost - others[block])
  for (const [index, after] of segments.slice(1).entries()) {
    const before = segments[index]
    const change = (/** @type {number[]} */ values) =>
      median(values.slice(after.from, after.to)) - median(values.slice(before.from, before.to))
    if (isApart(change(costs), change(relative))) return ascending(before.level, after.level)
  }
}

/**
 * Splits a program's processes into a fast and a slow group. A split does not count if the other program's processes show the same split.
 *
 * @param {number[]} levels a log-cost for each process
 * @param {number[]} others log-costs of the other processes, for the same pairs
 * @returns {{ levels: Levels, slower: number } | undefined} `slower`: processes of the slower group
 */
export function splitIntoTwoSpeeds (levels, others) {
  const sorted = levels.map((level, process) => ({ level, relative: level - others[process] })).sort((a, b) => a.level - b.level)
  const minGap = levels.length < MIN_GAP.many ? MIN_GAP.ofFew : MIN_GAP.ofMany
  for (let from = FEWEST_PROCESSES; from <= sorted.length - FEWEST_PROCESSES; from++) {
    const groups = [sorted.slice(0, from), sorted.slice(from)]
    const [low, high] = groups.map((group) => group.map(({ level }) => level))
    const [lowRelative, highRelative] = groups.map((group) => median(group.map(({ relative }) => relative)))
    const within = Math.sqrt((sumSquaredDeviations(low) + sumSquaredDeviations(high)) / (levels.length - 2))
    const [slow, fast] = [median(high), median(low)]
    const gap = high[0] - low[low.length - 1]
    if (isApart(slow - fast, highRelative - lowRelative) && gap >= minGap * within) return { levels: [fast, slow], slower: high.length }
  }
}

/**
 * Returns a program's two speeds if a new condition, such as longer blocks, changes its speed much more than the other programs' speeds.
 *
 * @param {[number, number]} costs log-costs, before and after
 * @param {number} others change of the other processes' log-cost
 * @returns {Levels | undefined}
 */
export function findSpeedDifference ([before, after], others) {
  return isApart(after - before, after - before - others) ? ascending(before, after) : undefined
}

/** @param {number} own change of a log-cost @param {number} relative the same change without the others' */
function isApart (own, relative) {
  return Math.abs(own) > APART && Math.abs(relative) > APART && Math.sign(own) === Math.sign(relative)
}

/** @param {number} one @param {number} other @returns {Levels} */
const ascending = (one, other) => one < other ? [one, other] : [other, one]
