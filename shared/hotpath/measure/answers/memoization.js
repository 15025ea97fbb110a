import serializer from '../../worker/serializer.cjs'
import { VariantFailure } from '../process/failure.js'
import { firstDifference, written } from './values.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Run } from '../run.js'
 */

/** Argument lists of a short block, each for one call: few, so that they lie in a cache as the repeated ones do. */
const LISTS = 8

/**
 * Short blocks, each with lists of its own, of which the cheapest counts: new arguments may make V8 throw code away, and a function took 386 µs for one
 * of them that took 2 µs for the next. A function that has to compute its answer is never that quick.
 */
const ROUNDS = 6

/** How much dearer new arguments may be. They were at most 1.6 times as dear in 30 honest processes, and 60 times for one that remembered. */
const BY_FAR = 4

/** What new arguments may cost in any case, in ns a call: a function that returns its argument took 41 ns for old ones and 211 ns for new ones. */
const ANYWAY = 500

/**
 * Times calls with arguments that a function has never had beside as many with those of the blocks: this finds out a function that remembers answers. After the
 * blocks, so that no figure sees it.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {() => any[][]} draw argument lists
 * @throws {VariantFailure} where new arguments cost by far more, or get another answer than from the reference
 */
export async function detectMemoization (run, processes, draw) {
  const { within } = /** @type {any} */ (run.lab.manifest.workload)
  const first = processes.has(run.reference) ? run.reference : [...processes.keys()][0]
  /** @type {Map<string, { fresh: number, repeated: number }[]>} ns per call */
  const costs = new Map([...processes.keys()].map((variant) => [variant, []]))
  for (let round = 0; round < ROUNDS; round++) {
    const inputs = serializer.encode(listsOf(draw))
    /** @type {Map<string, { freshNs: number, repeatedNs: number, answers: any }>} */
    const told = new Map()
    // one at a time: after the blocks they sit on one processor
    for (const [variant, measured] of processes) told.set(variant, await measured.ask('fresh', { inputs }))
    for (const [variant, { freshNs, repeatedNs, answers }] of told) {
      const difference = firstDifference(told.get(first)?.answers, answers, within)
      if (difference) throw new VariantFailure(variant, `answers ${written(difference.right)} to new arguments, and ${first} answers ${written(difference.left)}`)
      costs.get(variant)?.push({ fresh: freshNs / LISTS, repeated: repeatedNs / LISTS })
    }
  }
  for (const [variant, rounds] of costs) {
    const fresh = Math.min(...rounds.map(({ fresh }) => fresh))
    const repeated = Math.min(...rounds.map(({ repeated }) => repeated))
    if (fresh > BY_FAR * repeated + ANYWAY) throw new VariantFailure(variant, `remembers answers: a call takes ${Math.round(repeated)} ns with repeated arguments, and ${Math.round(fresh)} ns with new ones`)
  }
}

/** @param {() => any[][]} draw */
function listsOf (draw) {
  /** @type {any[][]} */
  const lists = []
  while (lists.length < LISTS) lists.push(...draw())
  return lists.slice(0, LISTS)
}
