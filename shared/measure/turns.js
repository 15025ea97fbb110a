import { mirroredOrders } from '../stats/order.js'

/**
 * Lets every side take its blocks in turn, in mirrored orders, one at a time.
 *
 * @template T
 * @param {T[]} sides
 * @param {number} blocks of each side
 * @param {import('../stats/random.js').Random} random
 * @param {(side: T) => Promise<number>} block measures one block; resolves to its cost per operation
 * @returns {Promise<Map<T, number[]>>} the costs of every side, in the order of the blocks
 */
export async function takeTurns (sides, blocks, random, block) {
  /** @type {Map<T, number[]>} */
  const costs = new Map(sides.map((side) => [side, []]))
  for (const order of mirroredOrders(sides.length, blocks, random)) {
    for (const index of order) costs.get(sides[index])?.push(await block(sides[index]))
  }
  return costs
}

/**
 * How many operations a block has, the same for all sides: separate counts bias a ratio by 1.2 % (nanobench).
 *
 * @param {number[]} costs of one operation of each side, in any unit
 * @param {{ least: number, most: number }} bounds of the cheapest block and of the dearest one, in the same unit; `most` wins
 * @returns {number} at least one
 */
export function sharedCount (costs, { least, most }) {
  return Math.max(1, Math.floor(Math.min(Math.ceil(least / Math.min(...costs)), most / Math.max(...costs))))
}
