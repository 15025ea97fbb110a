import { sumTimesByFunction } from './tree.js'

/** @import { Frame } from './frames.js' */
/** @import { Profiled } from './tree.js' */

/**
 * @typedef {object} Change the cost of one function in two variants, in µs per operation
 * @property {Frame} frame
 * @property {[number, number]} self in the first and in the second
 * @property {[number, number]} total
 * @property {boolean} splits its time goes to several callees or to itself, so the function is no mere wrapper
 */

/** A function counts as a wrapper if it spends more than this share of its time in one callee. */
const WRAPPER_SHARE = 0.85

/** Compares the CPU time of two variants, function by function. @param {Profiled} first @param {Profiled} [second] @returns {Change[]} */
export function compareFunctionTimes (first, second) {
  const [before, after] = [sumTimesByFunction(first), second ? sumTimesByFunction(second) : new Map()]
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => {
    const none = { frame: after.get(key)?.frame, self: 0, total: 0, widest: 0 }
    const [a, b] = [before.get(key) ?? none, after.get(key) ?? none]
    const larger = a.total >= b.total ? a : b
    return { frame: a.frame, self: [a.self, b.self], total: [a.total, b.total], splits: larger.widest < WRAPPER_SHARE * larger.total }
  })
}
