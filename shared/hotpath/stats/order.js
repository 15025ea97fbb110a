/** @import { Random } from './random.js' */

/**
 * Chooses the order in which programs take turns, such as A B, B A. Every random order is followed by its reverse, so that a linear drift
 * cancels out (Cox 1951). Orders are random, so that they do not follow a periodic drift.
 *
 * @param {number} sides
 * @param {number} blocks turns of each side
 * @param {Random} random
 * @returns {number[][]} one permutation of 0..sides-1 for every block
 */
export function listTurnOrders (sides, blocks, random) {
  /** @type {number[][]} */
  const orders = []
  while (orders.length < blocks) {
    const order = shuffle(sides, random)
    orders.push(order, order.toReversed())
  }
  return orders.slice(0, blocks)
}

/**
 * Shuffles the numbers from 0 to count - 1. All permutations are equally likely (Fisher & Yates 1938, in place: Durstenfeld 1964).
 *
 * @param {number} count
 * @param {Random} random
 * @returns {number[]}
 */
export function shuffle (count, random) {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = random.int(0, last);
    [order[last], order[other]] = [order[other], order[last]]
  }
  return order
}
