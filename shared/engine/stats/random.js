/**
 * Source of random numbers: the function returns a number in [0, 1), and `int` returns a whole number from low to high, both included.
 *
 * @typedef {(() => number) & { int: (low: number, high: number) => number }} Random
 */

/**
 * Makes a seeded generator of random numbers (mulberry32: Tommy Ettinger, public domain; passes gjrand). With the seed in a result, a run
 * can be repeated.
 *
 * @param {number} seed any whole number; its lower 32 bits count
 * @returns {Random}
 */
export function createRandom (seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, {
    int: (/** @type {number} */ low, /** @type {number} */ high) => low + Math.floor(next() * (high - low + 1)),
  })
}

/** @returns {number} a random seed */
export function drawSeed () {
  return Math.floor(Math.random() * 2 ** 32)
}

/**
 * Chooses the order in which programs take turns, such as A B, B A. Every random order is followed by its reverse, so that a linear drift
 * cancels out (Cox 1951); the last of an odd number of blocks has none. Orders are random, so that they do not follow a periodic drift.
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
