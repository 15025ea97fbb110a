import { findClaimSides } from '@hotpath-labs/lab/sides.js'
import { measureLab } from '@hotpath-labs/lab/measure/run.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { selectForNode } from '@hotpath-labs/lab/measure/node-range.js'
import { computePairLogRatio, roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { CannotRun, EXIT_CODES, findExitCodeOfError } from '@hotpath-labs/engine/failures.js'
import { estimateNoisePrior, judgeRatios } from '@hotpath-labs/engine/stats/rule.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { describeOrigin } from '../records.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { LabRecord, NodeRefusal } from '../records.js'
 */

/** Pairs of processes that are measured on a version of Node. */
export const PAIRS = 5

/** Time limit in seconds for recording a lab on one version of Node. After this limit, no further pair of processes begins. */
const MOST_SECONDS = 3600

/**
 * CPU time in ms between the two measurements of a pair of processes, by kind of lab. Short times are enough, because V8's JIT thresholds
 * are lowered. A leak (`heap`) is measured only once, and so is a command, of which each run is a fresh process.
 */
const LATER_MS = { function: 500, server: 3000, heap: undefined, command: undefined }

/** Estimated seconds that a pair of processes takes to start, to warm up and to be measured, by kind of lab. */
const PAIR_SECONDS = { function: 0.6, server: 5, heap: 8, command: 2 }

/** Estimates how many seconds it takes to record a lab on one Node. @param {Lab} lab */
export function estimateSecondsPerNode ({ manifest: { claims, kind } }) {
  const sides = new Set(claims.flatMap((claim) => Object.values(findClaimSides(claim)))).size
  // two processes take as long as one, because they warm up at the same time
  return PAIRS * sides / 2 * (PAIR_SECONDS[kind] + (LATER_MS[kind] ?? 0) / 1000)
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
 * @param {(pairs: number) => void} [options.onPair] called with the number of measured pairs
 * @returns {Promise<{ rows: (LabRecord | NodeRefusal)[] } | { failure: string }>} `failure` of a variant
 * @throws {CannotRun} if this machine lacks something
 */
export async function recordClaimsOnNode (lab, { node, version, seed, onPair = () => {} }) {
  /** @type {Record<'early' | 'later', FiguresBySide[]>} */
  const measured = { early: [], later: [] }
  const { failure, oracle, counters } = await measureLab(planClaims(lab), {
    seed,
    seconds: MOST_SECONDS,
    hangsAfterMs: 10_000,
    node,
    mostPairs: PAIRS,
    leastPairs: PAIRS,
    laterMs: LATER_MS[lab.manifest.kind],
    onEvent (event) {
      if (event.type !== 'pair') return
      measured.early.push(event.figures)
      if (event.later) measured.later.push(event.later)
      onPair(event.pairs)
    },
  })
  const isOfNode = failure?.code.startsWith('NODE_LACKS_') || failure?.code === 'NODE_OUT_OF_RANGE'
  if (failure && !isOfNode) {
    if (findExitCodeOfError(failure.code) !== EXIT_CODES['cannot run']) return { failure: `${failure.part} ${failure.what}` }
    throw new CannotRun(failure.code, failure.part, failure.what, failure.advice)
  }
  const { recorded, ...origin } = describeOrigin(lab)
  const wrong = counters.find(({ holds }) => !holds)
  const cannot = (failure && `${failure.part} ${failure.what}`) ??
    (oracle?.verdict === 'different' ? `a variant answers wrongly: ${oracle.difference}` : undefined) ??
    (wrong && `${wrong.variant} has a wrong count: ${wrong.name} is ${wrong.actual}, expected ${wrong.expected}`)
  if (cannot) return { rows: [{ node: version.slice(1), recorded, cannot }] }
  const ages = /** @type {const} */ (['early', 'later']).filter((age) => measured[age].length)
  return {
    rows: ages.map((age) => {
      const sides = measured[age].flatMap((figures) => [...figures].filter(([side]) => side !== 'limit'))
      const cpuSeconds = roundToDecimals(median(sides.map(([, { cpuSeconds }]) => median(cpuSeconds))), 2)
      return { ...origin, node: version.slice(1), age, by: 'versions', recorded, pairs: PAIRS, cpuSeconds, claims: estimateClaims(selectForNode(planClaims(lab), version).plan, measured[age]) }
    }),
  }
}

/** @param {LabPlan} plan @param {FiguresBySide[]} pairs @returns {LabRecord['claims']} */
function estimateClaims ({ claims }, pairs) {
  return Object.fromEntries(claims.map((claim) => {
    const { slower, faster } = findClaimSides(claim)
    const logRatios = pairs.map((figures) => computePairLogRatio(figures, claim.metric, slower, faster).value)
    const { ratio, interval: [low, high] } = judgeRatios(logRatios, { same: true }, estimateNoisePrior())
    return [claim.id, { ratio: roundToDecimals(ratio, 4), interval: [roundToDecimals(low, 4), roundToDecimals(high, 4)] }]
  }))
}
