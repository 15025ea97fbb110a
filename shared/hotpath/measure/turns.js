import { mirroredOrders } from '../stats/order.js'
import { allOrFirstFailure } from './all-or-first-failure.js'

/** @import { Random } from '../stats/random.js' */

/**
 * Lets every side take its blocks in turn, in mirrored orders: one at a time, or both sides of a turn at once.
 *
 * @template T
 * @param {T[]} sides
 * @param {{ blocks: number, atOnce: boolean }} how many of each side
 * @param {Random} random
 * @param {(side: T) => Promise<void>} block measures one block
 */
export async function takeTurns (sides, { blocks, atOnce }, random, block) {
  for (const order of mirroredOrders(sides.length, blocks, random)) {
    if (atOnce) await allOrFirstFailure(order.map((index) => block(sides[index])))
    else for (const index of order) await block(sides[index])
  }
}

/**
 * Whether sides that are compared cost alike, and yet their blocks have different numbers of operations: those were fixed by the last stretch of a warm-up, in
 * which something may have been compiled on one side. Blocks of two requests against blocks of five made one of two equal servers a third dearer, in every pair.
 *
 * @param {Map<string, number>} counts of sides
 * @param {Map<string, number>} costs of one operation in those blocks
 * @param {{ base: string, against: string }[]} compared sides
 * @param {number} alike how far apart they may be
 */
export function needEqualCounts (counts, costs, compared, alike) {
  const isKnown = (/** @type {string} */ side) => counts.has(side) && costs.has(side)
  return compared.some(({ base, against }) => isKnown(base) && isKnown(against) && counts.get(base) !== counts.get(against) &&
    Math.abs(Math.log(Number(costs.get(base)) / Number(costs.get(against)))) < Math.log(alike))
}

/** The key of a number of operations that all sides share. */
export const ALL_SIDES = 'all'

/**
 * How many operations a block has, the same for all sides: separate counts bias a ratio by 1.2 % (nanobench).
 *
 * @param {number[]} costs of one operation of each side, in any unit
 * @param {object} bounds of a block's cost, in the same unit
 * @param {{ least: number, target: number }} bounds.cheapest of the cheapest side's block
 * @param {{ target: number, most: number }} bounds.dearest of the dearest side's block; its target wins over the cheapest's, its most over all
 * @returns {number} at least one
 */
export function chooseSharedCount (costs, { cheapest, dearest }) {
  const [low, high] = [Math.min(...costs), Math.max(...costs)]
  const wanted = Math.min(cheapest.target / low, dearest.target / high)
  const needed = Math.min(cheapest.least / low, dearest.most / high)
  return Math.max(1, Math.floor(Math.max(wanted, needed)))
}

/**
 * How many operations a block of each side has, where one number for all would make some blocks too short to be told from their edges:
 * sides that cost about the same share a number, because they are compared closely; the others are far apart anyway.
 *
 * @param {Map<string, number>} costs of one operation of each side
 * @param {{ target: number, most?: number, fewest: number, alike: number }} bounds of a block's cost and operations, and how far apart neighbours in a group
 *   are; where the fewest of the dearest side cost more than `target`, all blocks may be as long as that, up to `most`
 * @returns {Map<string, number>}
 */
export function chooseGroupedCounts (costs, { target, most = target, fewest, alike }) {
  const counts = new Map()
  const dearestFirst = [...costs].sort(([, a], [, b]) => b - a)
  let leader = dearestFirst[0][1]
  const length = Math.max(target, Math.min(most, fewest * leader))
  for (const [index, [side, cost]] of dearestFirst.entries()) {
    if (index > 0 && dearestFirst[index - 1][1] > cost * alike) leader = cost
    counts.set(side, Math.max(fewest, Math.ceil(length / leader)))
  }
  return counts
}
