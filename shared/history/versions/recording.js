import { findClaimSides } from 'hotpath/lab'
import { measureLab, computePairLogRatio } from 'hotpath/measure'
import { CannotRun, EXIT_CODES, findExitCodeOfError } from 'hotpath/failures'
import { median } from 'hotpath/stats'
import { describeMachineDateAndSources } from '../recorder/origin.js'
import { PairRecorder } from '../recorder/recorder.js'
import { findReasonNotToRecord } from '../recorder/refusal.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { FiguresBySide } from 'hotpath/measure' */
/** @import { PairRatios, VersionPair, VersionRun } from './versions-file.js' */

/** Time limit in seconds for recording a lab on one version of Node. After this limit, no further pair of processes begins. */
const MOST_SECONDS = 3600

/**
 * CPU time in ms between the two measurements of a pair of processes, by kind of lab. Short times are enough, because V8's JIT thresholds
 * are lowered. A leak (`heap`) is measured only once.
 */
const LATER_MS = { function: 500, server: 3000, heap: undefined }

/** Estimated seconds that a pair of processes takes to start, to warm up and to be measured, by kind of lab. */
const PAIR_SECONDS = { function: 0.6, server: 5, heap: 8 }

/**
 * @param {Lab} lab
 * @param {number} [seconds] chosen by the user
 * @returns {number | undefined} ms of CPU between two measurements of a pair
 */
export const chooseMsBetweenMeasurements = ({ manifest }, seconds) => manifest.kind !== 'heap' && seconds ? 1000 * seconds : LATER_MS[manifest.kind]

/** Estimates how many seconds it takes to record a lab on one Node. @param {Lab} lab @param {number} pairs @param {number} [laterMs] */
export function estimateSecondsPerNode ({ manifest }, pairs, laterMs = 0) {
  const sides = new Set(manifest.claims.flatMap((claim) => Object.values(findClaimSides(claim)))).size
  // two processes take as long as one, because they warm up at the same time
  return pairs * sides / 2 * (PAIR_SECONDS[manifest.kind] + laterMs / 1000)
}

/**
 * Measures all claims of a lab on one version of Node. Each pair of fresh processes is measured twice: after the warm-up that `pnpm lab`
 * uses, and later.
 *
 * @param {Lab} lab
 * @param {object} options
 * @param {string} options.node binary
 * @param {string} options.version of it, such as v20.20.2
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} [options.laterMs]
 * @param {VersionRun} [options.begun] continue this run
 * @param {(run: VersionRun) => void} [options.onPair] called with the complete pairs
 * @returns {Promise<{ run: VersionRun, cannot?: undefined, failure?: undefined } | { cannot: string, failure?: undefined } |
 *   { failure: string, cannot?: undefined }>} `cannot`: why this Node cannot run the lab; `failure` of a variant
 * @throws {CannotRun} if this machine lacks something
 */
export async function recordClaimsOnNode (lab, { node, version, seed, pairs, laterMs, begun, onPair }) {
  const first = begun ?? { node: version, ...describeMachineDateAndSources(lab), laterMs: laterMs ?? null, pairs: [] }
  /** @type {PairRecorder<VersionPair, VersionRun>} */
  const recorder = new PairRecorder(first, { pairs, onPair })
  const { missing } = recorder
  const result = await measureLab(lab, {
    seed: seed + recorder.record.pairs.length,
    seconds: MOST_SECONDS,
    hangsAfterMs: 10_000,
    node,
    mostPairs: missing,
    leastPairs: missing,
    laterMs,
    onProgress: ({ stage, figures, later }) => {
      if (stage === 'measured' && figures) recorder.add({ early: readRatios(lab, figures), ...later && { later: readRatios(lab, later) } })
    },
  })
  const { failure } = result
  const isOfNode = failure?.code.startsWith('NODE_LACKS_') || failure?.code === 'NODE_OUT_OF_RANGE'
  if (failure && !isOfNode && findExitCodeOfError(failure.code) === EXIT_CODES['cannot run']) throw new CannotRun(failure.code, failure.part, failure.what, failure.advice)
  const refusal = findReasonNotToRecord(result)
  if (!refusal) return { run: recorder.record }
  const reason = `${refusal.part} ${refusal.what}`
  return failure && !isOfNode ? { failure: reason } : { cannot: reason }
}

/** @param {Lab} lab @param {FiguresBySide} figures @returns {PairRatios} */
function readRatios ({ manifest }, figures) {
  const ratios = manifest.claims.map((claim) => {
    const { slower, faster } = findClaimSides(claim)
    return [claim.id, computePairRatio(figures, claim.metric, slower, faster)]
  })
  return { ratios: Object.fromEntries(ratios), cpuSeconds: computeCpuSecondsOfPrograms(figures) }
}

/** @param {FiguresBySide} figures @param {string} metric @param {string} slower @param {string} faster @returns {number} */
export function computePairRatio (figures, metric, slower, faster) {
  return Number(Math.exp(computePairLogRatio(figures, metric, slower, faster).value).toPrecision(4))
}

/** @param {FiguresBySide} figures @returns {Record<string, number>} CPU seconds of each side */
export function computeCpuSecondsOfPrograms (figures) {
  const sides = [...figures].filter(([side]) => side !== 'limit')
  return Object.fromEntries(sides.map(([side, { cpuSeconds }]) => [side, Number(median(cpuSeconds).toPrecision(3))]))
}
