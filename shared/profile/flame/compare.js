import { functionsOf } from './tree.js'

/**
 * @typedef {import('./tree.js').Profiled} Profiled
 *
 * @typedef {object} Change what one function costs in two variants, in µs per operation
 * @property {import('./frames.js').Frame} frame
 * @property {[number, number]} self in the first and in the second
 * @property {[number, number]} total
 * @property {boolean} splits its time goes to more than one of its callees, or to itself: it is no mere step on the way to another
 */

/** A function that passes more than this share of its time on to one other is a step on the way to that. */
const PASSED_ON = 0.85

/** @param {Profiled} first @param {Profiled} [second] @returns {Change[]} */
export function changesOf (first, second) {
  const [before, after] = [functionsOf(first), second ? functionsOf(second) : new Map()]
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const [a, b] = [before.get(key), after.get(key)]
    const wider = (a?.total ?? 0) >= (b?.total ?? 0) ? a : b
    return {
      frame: (a ?? b).frame,
      self: [a?.self ?? 0, b?.self ?? 0],
      total: [a?.total ?? 0, b?.total ?? 0],
      splits: wider.widest < PASSED_ON * wider.total,
    }
  })
}
