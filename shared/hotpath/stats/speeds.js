import { splitAtChangePoints } from './changepoints.js'
import { median, sumSquaredDeviations } from './sample.js'

/** Smallest difference between two speeds of a program, as a log-ratio: smaller differences may be noise. */
const APART = Math.log(1.25)

/** A speed counts as lasting if a process keeps it for at least this number of timed blocks in a row: docs/decisions/062 */
const FEWEST_BLOCKS = 4

/** Processes at one speed count as a group if there are at least this number of them: docs/decisions/062 */
const FEWEST_PROCESSES = 3

/**
 * Smallest gap between a fast and a slow group of processes, as a multiple of the standard deviation within the groups. `ofMany` applies to
 * `many` processes or more, `ofFew` to fewer: docs/decisions/062
 */
const MIN_GAP = { ofFew: 8, ofMany: 5, many: 11 }

/** @typedef {[number, number]} Levels the lower and the higher one, log-costs */

/**
 * Finds a lasting change of a process's speed. If the other programs' processes changed their speed at the same time, the machine is the
 * cause, and the change does not count.
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
 * Splits a program's processes into a fast and a slow group. If the other programs' processes show the same split, the machine is the
 * cause, and the split does not count.
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
 * Compares a program's costs under two conditions, such as short and long blocks. Returns both costs if they differ by more than 25 %, also
 * in comparison with the other programs' costs.
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
