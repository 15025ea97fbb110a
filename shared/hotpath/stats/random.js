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
