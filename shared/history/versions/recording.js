import { askedIn, sidesOf } from 'hotpath/lab'
import { sourcesOf } from 'hotpath/sources'
import { machine, measureLab, pairOf, today } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'
import { median } from 'hotpath/stats'

/** No pair of a lab has taken so long. */
const MOST_SECONDS = 3600

/**
 * CPU time between the two looks at a pair's processes, in ms. V8's thresholds are lowered for it, so that what it compiles late elsewhere it has
 * compiled here. A heap is looked at once.
 */
const LATER_MS = { function: 500, server: 3000, heap: undefined }

/** What a pair of two sides has taken, beside the CPU time of its sides, in seconds: starting, warming up and the blocks. */
const PAIR_SECONDS = { function: 0.6, server: 5, heap: 8 }

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('./record.js').VersionRun} VersionRun @typedef {import('./record.js').VersionPair} VersionPair */

/** @param {Lab} lab @param {number} [seconds] of the user's choice @returns {number | undefined} ms of CPU between two looks */
export const laterFor = ({ manifest }, seconds) => manifest.kind !== 'heap' && seconds ? 1000 * seconds : LATER_MS[manifest.kind]

/**
 * @param {Lab} lab
 * @param {number} pairs
 * @param {number} [laterMs]
 * @returns {number} seconds that one Node takes, more or less
 */
export function secondsFor ({ manifest }, pairs, laterMs = 0) {
  const sides = new Set(manifest.claims.flatMap((claim) => Object.values(sidesOf(claim)))).size
  // sides grow old side by side, and take their blocks one after the other
  return pairs * sides / 2 * (PAIR_SECONDS[manifest.kind] + laterMs / 1000)
}

/**
 * Measures every claim of a lab on one Node, in so many pairs of fresh processes, twice each: as a lab is measured, and when the same processes are older.
 *
 * @param {Lab} lab
 * @param {object} options
 * @param {string} options.node binary
 * @param {string} options.version its own, such as v20.20.2
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} [options.laterMs]
 * @param {VersionRun} [options.begun] to go on with
 * @param {(run: VersionRun) => void} [options.onPair] with the pairs that are complete
 * @returns {Promise<{ run: VersionRun, cannot?: undefined, failure?: undefined } | { cannot: string, failure?: undefined } | { failure: string, cannot?: undefined }>}
 *   `cannot`: why this Node does not run the lab; `failure`: what went wrong
 */
export async function recordVersion (lab, { node, version, seed, pairs, laterMs, begun, onPair = () => {} }) {
  /** @type {VersionRun} */
  let run = begun ?? { node: version, machine: machine(), recorded: today(), sources: sourcesOf(lab), claims: askedIn(lab), laterMs: laterMs ?? null, pairs: [] }
  const missing = pairs - run.pairs.length
  const result = await measureLab(lab, {
    seed: seed + run.pairs.length,
    seconds: MOST_SECONDS,
    hangsAfterMs: 10_000,
    node,
    mostPairs: missing,
    leastPairs: missing,
    laterMs,
    onProgress: ({ stage, figures, later }) => {
      if (stage !== 'measured' || !figures) return
      run = { ...run, pairs: [...run.pairs, { early: lookOf(lab, figures), ...later && { later: lookOf(lab, later) } }] }
      onPair(run)
    },
  })
  const { failure, oracle, counters } = result
  // what this machine lacks today says nothing of a Node
  if (failure?.by === 'machine') throw new CannotRun(failure.variant, failure.what, failure.stderr)
  if (failure?.by === 'node') return { cannot: `${failure.variant} ${failure.what}` }
  if (failure) return { failure: `${failure.variant} ${failure.what}` }
  if (oracle?.difference) return { cannot: `its variants answer differently there: ${oracle.difference}` }
  const other = counters.find(({ holds }) => !holds)
  if (other) return { cannot: `its counts differ there: ${other.name} of ${other.variant} is ${other.actual}, expected ${other.expected}` }
  return { run }
}

/** @param {Lab} lab @param {import('hotpath/measure').Byside} figures @returns {import('./record.js').Look} */
function lookOf ({ manifest }, figures) {
  const ratios = manifest.claims.map((claim) => {
    const { base, against } = sidesOf(claim)
    return [claim.id, ratioIn(figures, claim.metric, base, against)]
  })
  return { ratios: Object.fromEntries(ratios), cpuSeconds: agesIn(figures) }
}

/** @param {import('hotpath/measure').Byside} figures @param {string} metric @param {string} base @param {string} against @returns {number} */
export function ratioIn (figures, metric, base, against) {
  return Number(Math.exp(pairOf(figures, metric, base, against).value).toPrecision(4))
}

/** @param {import('hotpath/measure').Byside} figures @returns {Record<string, number>} CPU seconds that each side had behind it */
export function agesIn (figures) {
  return Object.fromEntries([...figures].filter(([side]) => side !== 'limit').map(([side, { cpuSeconds }]) => [side, Number(median(cpuSeconds).toPrecision(3))]))
}
