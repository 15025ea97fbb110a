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

/**
 * Compares the CPU time of two variants, function by function. A function of slow.cjs is compared with the function of fast.cjs that has
 * the same name.
 *
 * @param {Profiled} first
 * @param {Profiled} [second]
 * @returns {Change[]}
 */
export function compareFunctionTimes (first, second) {
  const [before, after] = [sumTimesByFunction(first), second ? sumTimesByFunction(second) : new Map()]
  const namesakes = findNamesakes(before, after)
  const found = new Set(namesakes.values())
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => !found.has(key)).map((key) => {
    const none = { frame: after.get(key)?.frame, self: 0, total: 0, widest: 0 }
    const [a, b] = [before.get(key) ?? none, after.get(namesakes.get(key) ?? key) ?? none]
    const larger = a.total >= b.total ? a : b
    return { frame: a.frame, self: [a.self, b.self], total: [a.total, b.total], splits: larger.widest < WRAPPER_SHARE * larger.total }
  })
}

/**
 * @param {Map<string, { frame: Frame }>} before
 * @param {Map<string, { frame: Frame }>} after
 * @returns {Map<string, string>} keys in `after`, by the key in `before` of the function that has the same name. Leaves out functions that
 *   both have under one key, and names that one of them has twice
 */
function findNamesakes (before, after) {
  const listOwn = (/** @type {typeof before} */ functions, /** @type {typeof before} */ others) => [...functions]
    .filter(([key, { frame }]) => frame.kind === 'own' && frame.name !== '(anonymous)' && !others.has(key))
  const [own, candidates] = [listOwn(before, after), listOwn(after, before)]
  return new Map(own.flatMap(([key, { frame }]) => {
    const isNamesake = (/** @type {[string, { frame: Frame }]} */ [, other]) => other.frame.name === frame.name
    const matches = candidates.filter(isNamesake)
    return matches.length === 1 && own.filter(isNamesake).length === 1 ? [([key, matches[0][0]])] : []
  }))
}
