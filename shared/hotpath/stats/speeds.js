import { segmentsOf } from './changepoints.js'
import { median, sumOfSquares } from './sample.js'

/** What differs by more than 25 % is another speed, and no noise of the same. */
const APART = Math.log(1.25)

/** A level has so many blocks at least: a collection or a burst of the machine takes fewer. */
const FEWEST_BLOCKS = 4

/** A group has so many processes at least: among 16 that scatter by 4 % and in one of five by 25 %, two odd ones are often alike, by chance in 1.5 of 100 runs. */
const FEWEST_PROCESSES = 3

/**
 * Between two groups there is nobody for so many standard deviations within them. Fewer will do where there are many: of six that scatter by 30 % two
 * groups are made by chance in 3 of 1,000 runs, of eleven in none of 2,000.
 */
const EMPTY = { ofFew: 8, ofMany: 5, many: 11 }

/** @typedef {[number, number]} Levels the lower and the higher one, logarithms of costs */

/**
 * Whether a process changes its speed for good while it is measured. Not where the others that are measured in turn with it do the same: then it is the machine's.
 *
 * @param {number[]} costs logarithms, block by block
 * @param {number[]} others those of whoever else is measured in turn, of the same blocks
 * @returns {Levels | undefined}
 */
export function changeOf (costs, others) {
  const segments = segmentsOf(costs).filter(({ from, to }) => to - from >= FEWEST_BLOCKS)
  for (const [index, after] of segments.slice(1).entries()) {
    const before = segments[index]
    const [own, beside] = [costs, costs.map((cost, block) => cost - others[block])].map((values) => median(values.slice(after.from, after.to)) - median(values.slice(before.from, before.to)))
    if (isApart(own, beside)) return ascending(before.level, after.level)
  }
}

/**
 * Whether processes of one program fall into two groups, of which each runs at its own speed. Not where the others that are measured with them do so too.
 *
 * @param {number[]} levels a logarithm of a cost for each process
 * @param {number[]} others those of whoever else is measured in the same pair
 * @returns {{ levels: Levels, slower: number } | undefined} `slower`: so many are of the dearer group
 */
export function groupsOf (levels, others) {
  const order = levels.map((level, process) => ({ level, beside: level - others[process] })).sort((a, b) => a.level - b.level)
  const wanted = levels.length < EMPTY.many ? EMPTY.ofFew : EMPTY.ofMany
  for (let from = FEWEST_PROCESSES; from <= order.length - FEWEST_PROCESSES; from++) {
    const [low, high] = [order.slice(0, from), order.slice(from)]
    const gap = high[0].level - low[low.length - 1].level
    const of = (/** @type {typeof order} */ group) => group.map(({ level }) => level)
    const within = Math.sqrt((sumOfSquares(of(low)) + sumOfSquares(of(high))) / (levels.length - 2))
    const levelsOf = /** @type {Levels} */ ([median(of(low)), median(of(high))])
    const beside = median(high.map(({ beside }) => beside)) - median(low.map(({ beside }) => beside))
    if (isApart(levelsOf[1] - levelsOf[0], beside) && gap >= wanted * within) return { levels: levelsOf, slower: high.length }
  }
}

/**
 * Whether a change of what somebody is given changes its speed.
 *
 * @param {[number, number]} costs logarithms, before and after
 * @param {number} others by how much the costs of others have changed
 * @returns {Levels | undefined}
 */
export function differenceOf ([before, after], others) {
  return isApart(after - before, after - before - others) ? ascending(before, after) : undefined
}

/** @param {number} own change @param {number} beside the same without what the others do */
function isApart (own, beside) {
  return Math.abs(own) > APART && Math.abs(beside) > APART && Math.sign(own) === Math.sign(beside)
}

/** @param {number} one @param {number} other @returns {Levels} */
const ascending = (one, other) => one < other ? [one, other] : [other, one]
