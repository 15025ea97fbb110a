import { median } from '../stats/sample.js'

/** @typedef {Map<string, Record<string, number[]>>} Byside every figure of every side, block by block */

/** What was seen of every side in all pairs, to be told beside the verdict. */
export class Figures {
  /** @type {Byside} */
  #sides = new Map()

  /** @param {Byside} more */
  add (more) {
    for (const [side, values] of more) {
      const kept = this.#sides.get(side) ?? {}
      for (const [name, numbers] of Object.entries(values)) kept[name] = (kept[name] ?? []).concat(numbers)
      this.#sides.set(side, kept)
    }
  }

  /** @returns {Record<string, Record<string, any>>} the median of each figure by side */
  get summary () {
    return Object.fromEntries([...this.#sides].map(([side, values]) => {
      // a claim tells the age
      const { p50, p99, cpuSeconds, operations, ...medians } = Object.fromEntries(Object.entries(values).map(([name, numbers]) => [name, rounded(middle(name, numbers), 3)]))
      return [side, p50 === undefined ? medians : { ...medians, latencyMs: { p50, p99 } }]
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
