import { median } from '../stats/sample.js'

/** @typedef {Map<string, Record<string, number[]>>} Byside figures by side, each with a value per block */

/** Figures of every side over all pairs, for the report. */
export class Figures {
  /** @type {Map<string, Record<string, number>>[]} median of each figure by side, pair by pair */
  #pairs = []

  /** @param {Byside} pair */
  add (pair) {
    this.#pairs.push(new Map([...pair].map(([side, values]) => {
      const medians = Object.entries(values).map(([name, numbers]) => [name, findMedian(name, numbers)])
      return [side, Object.fromEntries(medians)]
    })))
  }

  /**
   * Summarizes each figure by side. A side in fewer pairs is scaled by its ratio to the side in most pairs. A machine's
   * speed changes from minute to minute; scaled, bars differ as the ratios do.
   *
   * @returns {Record<string, Record<string, any>>} each figure by side
   */
  get summary () {
    const sides = [...new Set(this.#pairs.flatMap((pair) => [...pair.keys()]))]
    const findPairs = (/** @type {string} */ side) => this.#pairs.filter((pair) => pair.has(side))
    const commonest = sides.reduce((a, b) => findPairs(b).length > findPairs(a).length ? b : a, sides[0])
    return Object.fromEntries(sides.map((side) => {
      const pairs = findPairs(side)
      const names = Object.keys(/** @type {Record<string, number>} */ (pairs[0].get(side)))
      // the age is part of each claim
      const { p50, p99, cpuSeconds, operations, ...others } = Object.fromEntries(names.map((name) => {
        const readFigures = (/** @type {typeof pairs} */ some, /** @type {string} */ one) =>
          some.map((pair) => Number(pair.get(one)?.[name]))
        const own = readFigures(pairs, side)
        const beside = readFigures(pairs, commonest)
        // zero and negative values, such as a shrinking heap's, have no ratio
        const isScaled = side !== commonest && [...own, ...beside].every((value) => value > 0)
        const value = isScaled
          ? findMedian(name, own.map((cost, pair) => cost / beside[pair])) * findMedian(name, readFigures(findPairs(commonest), commonest))
          : findMedian(name, own)
        // significant digits, not decimals: a call may take a few ns, shown in µs
        return [name, Number(value.toPrecision(6))]
      }))
      return [side, p50 === undefined ? others : { ...others, latencyMs: { p50, p99 } }]
    }))
  }
}

/** A rate's median is that of its reciprocals, so that costs and rates agree. @param {string} name @param {number[]} numbers */
function findMedian (name, numbers) {
  return name === 'opsPerSecond' ? 1 / median(numbers.map((rate) => 1 / rate)) : median(numbers)
}

/** @param {number} value @param {number} digits after the point */
export function roundTo (value, digits) {
  return Number(value.toFixed(digits))
}
