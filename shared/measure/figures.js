import { median, quantile } from '../stats/sample.js'

/** What was seen of every side, block by block, to be told beside the verdict. */
export class Figures {
  /** @type {Map<string, Record<string, number[]>>} */
  #sides = new Map()

  /** @param {Map<string, Record<string, number[]>>} more */
  add (more) {
    for (const [side, values] of more) {
      const kept = this.#sides.get(side) ?? {}
      for (const [name, numbers] of Object.entries(values)) kept[name] = (kept[name] ?? []).concat(numbers)
      this.#sides.set(side, kept)
    }
  }

  /** @returns {Record<string, Record<string, any>>} the median of each figure by side; latency as percentiles */
  get summary () {
    return Object.fromEntries([...this.#sides].map(([side, { latencyUs, ...values }]) => {
      const medians = Object.fromEntries(Object.entries(values).map(([name, numbers]) => [name, rounded(median(numbers), 3)]))
      return [side, latencyUs ? { ...medians, latencyMs: percentiles(latencyUs) } : medians]
    }))
  }
}

/** @param {number[]} latencyUs */
function percentiles (latencyUs) {
  return { p50: rounded(quantile(latencyUs, 0.5) / 1000, 3), p99: rounded(quantile(latencyUs, 0.99) / 1000, 3) }
}

/** @param {number} value @param {number} digits after the point */
export function rounded (value, digits) {
  return Number(value.toFixed(digits))
}
