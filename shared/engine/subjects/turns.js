import { listTurnOrders } from '../stats/random.js'

/** @import { Random } from '../stats/random.js' */

/**
 * Times the blocks of several programs in turn, in mirrored order such as A B, B A.
 *
 * @template T
 * @param {T[]} sides
 * @param {number} blocks of each side
 * @param {Random} random
 * @param {(side: T) => Promise<void>} block measures one block
 */
export async function measureBlocksInTurn (sides, blocks, random, block) {
  for (const order of listTurnOrders(sides.length, blocks, random)) {
    for (const index of order) await block(sides[index])
  }
}

/**
 * True if two compared programs of similar cost have different numbers of operations per block, for example because V8 compiled one only at
 * the end of its warm-up. With blocks of two and of five requests, one of two equal servers was measured as a third more expensive.
 *
 * @param {Map<string, number>} counts operations per block, by side
 * @param {Map<string, number>} costs of one operation in those blocks
 * @param {{ slower: string, faster: string }[]} compared sides
 * @param {number} alike largest ratio of costs that counts as similar
 */
export function shouldEqualizeOperationCounts (counts, costs, compared, alike) {
  const isKnown = (/** @type {string} */ side) => counts.has(side) && costs.has(side)
  return compared.some(({ slower, faster }) => isKnown(slower) && isKnown(faster) && counts.get(slower) !== counts.get(faster) &&
    Math.abs(Math.log(Number(costs.get(slower)) / Number(costs.get(faster)))) < Math.log(alike))
}

/**
 * Chooses one number of operations per block for all programs, because separate numbers make a ratio wrong by 1.2 % (nanobench).
 *
 * @param {number[]} costs of one operation of each side, in any unit
 * @param {object} bounds of a block's cost, in the same unit
 * @param {{ least: number, target: number }} bounds.cheapest block of the cheapest side
 * @param {{ target: number, most: number }} bounds.dearest block of the dearest side: `most` overrules all, `target` the
 *   cheapest's target
 * @returns {number} at least one
 */
export function chooseSharedOperationCount (costs, { cheapest, dearest }) {
  const [low, high] = [Math.min(...costs), Math.max(...costs)]
  const wanted = Math.min(cheapest.target / low, dearest.target / high)
  const needed = Math.min(cheapest.least / low, dearest.most / high)
  return Math.max(1, Math.floor(Math.max(wanted, needed)))
}

/**
 * Chooses a number of operations per block for each group of programs with similar costs. With one number for all programs, blocks of the
 * cheapest program would be too short.
 *
 * @param {Map<string, number>} costs of one operation, by side
 * @param {{ target: number, most?: number, fewest: number, alike: number }} bounds of a block; `alike` is the largest ratio
 *   of neighbours in a group. If `fewest` operations of the dearest side exceed `target`, all blocks may last as long, up to `most`
 * @returns {Map<string, number>} by side
 */
export function chooseGroupedOperationCounts (costs, { target, most = target, fewest, alike }) {
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
