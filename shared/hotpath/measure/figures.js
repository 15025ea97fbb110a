import { median } from '../stats/sample.js'

/** @typedef {Map<string, Record<string, number[]>>} Byside every figure of every side, block by block */

/** What was seen of every side in all pairs, to be told beside the verdict. */
export class Figures {
  /** @type {Map<string, Record<string, number>>[]} the middle of each figure by side, pair by pair */
  #pairs = []

  /** @param {Byside} pair */
  add (pair) {
    this.#pairs.push(new Map([...pair].map(([side, values]) => [side, Object.fromEntries(Object.entries(values).map(([name, numbers]) => [name, middle(name, numbers)]))])))
  }

  /**
   * Some sides are in fewer pairs than others, and a machine is faster in one minute than in the next. So each side stands beside the one that is in
   * the most pairs as it stood beside it in theirs, and bars are as far apart as the ratios say.
   *
   * @returns {Record<string, Record<string, any>>} each figure by side
   */
  get summary () {
    const sides = [...new Set(this.#pairs.flatMap((pair) => [...pair.keys()]))]
    const pairsOf = (/** @type {string} */ side) => this.#pairs.filter((pair) => pair.has(side))
    const often = sides.reduce((a, b) => pairsOf(b).length > pairsOf(a).length ? b : a, sides[0])
    return Object.fromEntries(sides.map((side) => {
      const pairs = pairsOf(side)
      const names = Object.keys(/** @type {Record<string, number>} */ (pairs[0].get(side)))
      // a claim tells the age
      const { p50, p99, cpuSeconds, operations, ...others } = Object.fromEntries(names.map((name) => {
        const of = (/** @type {string} */ one) => (/** @type {Map<string, Record<string, number>>} */ pair) => Number(pair.get(one)?.[name])
        const own = pairs.map(of(side))
        const beside = pairs.map(of(often))
        // what is none beside another, such as a heap that shrinks, is told as it is
        const isBeside = side !== often && [...own, ...beside].every((value) => value > 0)
        const told = isBeside ? middle(name, own.map((value, pair) => value / beside[pair])) * middle(name, pairsOf(often).map(of(often))) : middle(name, own)
        // digits that count: a call may take a few ns, and is told in µs
        return [name, Number(told.toPrecision(6))]
      }))
      return [side, p50 === undefined ? others : { ...others, latencyMs: { p50, p99 } }]
    }))
  }
}

/** Of a rate the median is that of its reciprocals: costs and rates then tell the same of two blocks that differ. @param {string} name @param {number[]} numbers */
function middle (name, numbers) {
  return name === 'opsPerSecond' ? 1 / median(numbers.map((rate) => 1 / rate)) : median(numbers)
}

/** @param {number} value @param {number} digits after the point */
export function rounded (value, digits) {
  return Number(value.toFixed(digits))
}
