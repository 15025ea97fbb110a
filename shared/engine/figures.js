import { median, standardErrorOfMedian } from './stats/sample.js'

/** @typedef {Map<string, Record<string, number[]>>} FiguresBySide figures by side, each with a value per block */

/**
 * Splits the name of a side into the names of a program and a workload.
 *
 * @param {string} side `variant` or `variant@workload`
 * @returns {{ variant: string, workload: string | null }} `workload`: null for the usual one
 */
export function parseSide (side) {
  const [variant, workload = null] = side.split('@')
  return { variant, workload }
}

/** Collects the figures measured in all processes of a run, for reports. */
export class PairFigureCollector {
  /** @type {Map<string, Record<string, number>>[]} median of each figure by side, pair by pair */
  #pairs = []

  /** @param {FiguresBySide} pair */
  add (pair) {
    this.#pairs.push(new Map([...pair].map(([side, values]) => {
      const medians = Object.entries(values).map(([name, numbers]) => [name, findMedian(name, numbers)])
      return [side, Object.fromEntries(medians)]
    })))
  }

  /**
   * Summarizes each program's figures, for charts. A machine's speed changes from minute to minute, so medians of different pairs of
   * processes could contradict the measured ratios. If a program was measured less often than others, its figures are therefore computed
   * from its ratio to the program that was measured most often.
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
      // leaves out `cpuSeconds` and `operations`, because the result reports both for each claim, as its `age`, and what `time` contains
      const { p50, p99, cpuSeconds, operations, collections, collectionCount, ...others } = Object.fromEntries(names.map((name) => {
        const readFigures = (/** @type {typeof pairs} */ some, /** @type {string} */ one) =>
          some.map((pair) => Number(pair.get(one)?.[name]))
        const own = readFigures(pairs, side)
        const beside = readFigures(pairs, commonest)
        // does not scale values of zero or less, such as the growth of a shrinking heap, because their ratios mean nothing
        const isScaled = side !== commonest && [...own, ...beside].every((value) => value > 0)
        const value = isScaled
          ? findMedian(name, own.map((cost, pair) => cost / beside[pair])) * findMedian(name, readFigures(findPairs(commonest), commonest))
          : findMedian(name, own)
        // rounds to significant digits instead of decimals, because calls of a few ns are stored in µs
        return [name, Number(value.toPrecision(6))]
      }))
      return [side, p50 === undefined ? others : { ...others, latencyMs: { p50, p99 } }]
    }))
  }
}

/**
 * Finds the median of a figure. For a rate, returns the reciprocal of the median cost, so that costs and rates agree.
 * @param {string} name @param {number[]} numbers
 */
function findMedian (name, numbers) {
  return name === 'opsPerSecond' ? 1 / median(numbers.map((rate) => 1 / rate)) : median(numbers)
}

/** @param {number} value @param {number} decimals digits after the point */
export function roundToDecimals (value, decimals) {
  return Number(value.toFixed(decimals))
}

/**
 * Compares the costs of two programs in one pair of processes, block by block. Every cost must be above 0, because 0 has no logarithm. Heap
 * growth may be 0, so heap.js raises it to a minimum above 0.
 *
 * @param {FiguresBySide} figures
 * @param {string} metric key of the compared values in `figures`
 * @param {string} slower
 * @param {string} faster
 * @returns {{ value: number, spread: number }} median log-ratio of the blocks, which ignores bursts, and its standard error
 */
export function computePairLogRatio (figures, metric, slower, faster) {
  const [costs, others] = [slower, faster].map((side) => /** @type {Record<string, number[]>} */ (figures.get(side))[metric])
  const ratios = costs.map((cost, block) => Math.log(cost / others[block]))
  // returns NaN if any ratio is NaN, because `median` would sort NaN last, as if NaN were the largest ratio
  if (ratios.some(Number.isNaN)) return { value: NaN, spread: NaN }
  return { value: median(ratios), spread: standardErrorOfMedian(ratios) }
}
