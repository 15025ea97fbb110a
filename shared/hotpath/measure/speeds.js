import { findClaimSides } from '../lab/sides.js'
import { findSpeedChange, findSpeedDifference, splitIntoTwoSpeeds } from '../stats/speeds.js'
import { median } from '../stats/sample.js'

/**
 * @import { Claim, Metric } from '../lab/manifest.js'
 * @import { Levels } from '../stats/speeds.js'
 * @import { FiguresBySide } from './figures.js'
 */

/**
 * Metrics that can show that V8 runs a program at two speeds. Latency is left out, because it varies for many other reasons.
 * @type {Metric[]}
 */
const TWO_SPEED_METRICS = ['time', 'cpu']

/**
 * Minimum number, and minimum share, of a program's processes in which the speed must change so that the change is reported. By chance the
 * speed changes in 1 process of 1,000.
 */
const CHANGED = { fewest: 2, share: 1 / 8 }

/**
 * @typedef {import('../report/result-schema.js').TwoSpeeds} TwoSpeeds
 *
 * @typedef {Map<string, { calls: [number, number], costs: [number, number] }>} Stretches by side: calls per block and µs per call,
 *   in the usual and the other block length
 */

/** Finds programs that V8 runs at two different speeds, by comparing all processes of a run. */
export class TwoSpeedProgramFinder {
  /** @type {Map<string, { side: string, metric: string, processes: { costs: number[], others: number[] }[] }>} */
  #tracks = new Map()
  /** @type {Stretches} */
  #stretches = new Map()

  /** @param {Claim[]} claims */
  constructor (claims) {
    for (const claim of claims) {
      const { metric } = claim
      if (!TWO_SPEED_METRICS.includes(metric)) continue
      for (const side of Object.values(findClaimSides(claim))) this.#tracks.set(`${metric} of ${side}`, { side, metric, processes: [] })
    }
  }

  /** @param {FiguresBySide} figures of one pair */
  add (figures) {
    for (const { side, metric, processes } of this.#tracks.values()) {
      const logs = new Map([...figures].map(([name, of]) => [name, of[metric].map(Math.log)]))
      const costs = logs.get(side)
      const beside = [...logs].filter(([name]) => name !== side).map(([, values]) => values)
      if (!costs || beside.length === 0) continue
      const others = costs.map((_, block) => median(beside.map((values) => values[block])))
      // skips a cost of 0, measured by a clock that did not advance, because 0 has no logarithm
      if ([...costs, ...others].every(Number.isFinite)) processes.push({ costs, others })
    }
  }

  /** @param {Stretches} stretches of the first pair */
  addStretches (stretches) {
    this.#stretches = stretches
  }

  /** @returns {TwoSpeeds[]} at most one per side, the strongest */
  get found () {
    return [...this.#tracks.values()].flatMap(({ side, metric, processes }) => {
      const seen = this.#between(processes) ?? this.#within(processes) ?? this.#byStretch(side)
      if (!seen) return []
      const levels = /** @type {[number, number]} */ (seen.levels.map((level) => Number(Math.exp(level).toPrecision(4))))
      return [{ side, metric, ...seen, levels }]
    })
  }

  /** @param {{ costs: number[], others: number[] }[]} processes */
  #between (processes) {
    const [levels, others] = [processes.map(({ costs }) => median(costs)), processes.map(({ others }) => median(others))]
    const groups = splitIntoTwoSpeeds(levels, others)
    if (!groups) return
    const seen = /** @type {const} */ ('between processes')
    return { seen, levels: groups.levels, processes: groups.slower, of: processes.length, calls: null }
  }

  /** @param {{ costs: number[], others: number[] }[]} processes */
  #within (processes) {
    const changes = processes.flatMap(({ costs, others }) => {
      const levels = findSpeedChange(costs, others)
      return levels ? [levels] : []
    })
    if (changes.length < Math.max(CHANGED.fewest, CHANGED.share * processes.length)) return
    const levels = /** @type {[number, number]} */ ([median(changes.map(([low]) => low)), median(changes.map(([, high]) => high))])
    return { seen: /** @type {const} */ ('within a process'), levels, processes: changes.length, of: processes.length, calls: null }
  }

  /** @param {string} side */
  #byStretch (side) {
    const stretches = this.#stretches.get(side)
    const levels = stretches && findBlockLengthEffect(this.#stretches, side)
    if (!levels) return
    const [usual, other] = stretches.calls
    const isUsualCheaper = stretches.costs[0] < stretches.costs[1]
    const calls = /** @type {[number, number]} */ (isUsualCheaper ? [usual, other] : [other, usual])
    return { seen: /** @type {const} */ ('by stretch'), levels, processes: 1, of: 1, calls }
  }
}

/**
 * Finds out if a function's cost depends on the length of a block of calls more than the costs of the other functions do.
 *
 * @param {Stretches} stretches
 * @param {string} side
 * @returns {Levels | undefined} undefined where it changes no more than the others
 */
export function findBlockLengthEffect (stretches, side) {
  const changeOfCost = (/** @type {[number, number]} */ [usual, other]) => Math.log(other / usual)
  const others = [...stretches].filter(([name]) => name !== side).map(([, { costs }]) => changeOfCost(costs))
  const stretch = stretches.get(side)
  if (!stretch || others.length === 0) return
  const [usual, other] = stretch.costs
  return findSpeedDifference([Math.log(usual), Math.log(other)], median(others))
}
