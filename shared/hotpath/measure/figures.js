import { median } from '../stats/sample.js'

/** @typedef {Map<string, Record<string, number[]>>} Byside figures by side, each with a value per block */

/** Measured figures of every side over all pairs, for reports. */
export class FiguresOverPairs {
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
   * Summarizes the figures of each side. A side with fewer pairs is scaled by its ratio to the side with most pairs.
   * A machine's speed changes from minute to minute, so without scaling a chart's bars would contradict the ratios.
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
      // cpuSeconds and operations are left out here: they are the processes' age, which each claim has itself
      const { p50, p99, cpuSeconds, operations, ...others } = Object.fromEntries(names.map((name) => {
        const readFigures = (/** @type {typeof pairs} */ some, /** @type {string} */ one) =>
          some.map((pair) => Number(pair.get(one)?.[name]))
        const own = readFigures(pairs, side)
        const beside = readFigures(pairs, commonest)
        // a value of zero or less has no ratio, such as the growth of a shrinking heap
        const isScaled = side !== commonest && [...own, ...beside].every((value) => value > 0)
        const value = isScaled
          ? findMedian(name, own.map((cost, pair) => cost / beside[pair])) * findMedian(name, readFigures(findPairs(commonest), commonest))
          : findMedian(name, own)
        // figures are rounded to significant digits, because a call of a few ns is stored in µs
        return [name, Number(value.toPrecision(6))]
      }))
      return [side, p50 === undefined ? others : { ...others, latencyMs: { p50, p99 } }]
    }))
  }
}

/**
 * Finds a median. For a rate it is the reciprocal of the median cost, so that costs and rates agree.
 * @param {string} name @param {number[]} numbers
 */
function findMedian (name, numbers) {
  return name === 'opsPerSecond' ? 1 / median(numbers.map((rate) => 1 / rate)) : median(numbers)
}

/** @param {number} value @param {number} digits after the point */
export function roundTo (value, digits) {
  return Number(value.toFixed(digits))
}
