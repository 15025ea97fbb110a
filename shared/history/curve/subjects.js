import { findDefaultMetric, findClaimSides, parseSide } from 'hotpath/lab'
import {
  chooseSharedOperationCount, compareServerAnswers, isServerKind, settleAllOrThrow,
} from 'hotpath/measure'

/** @import { Manifest } from 'hotpath/lab' */
/** @import { FunctionSubject, MeasuredProcess, Processes, ServerSubject, Trial } from 'hotpath/measure' */

/**
 * @typedef {{ side: string, metric: string }} Track one curve: the cost of a side
 *
 * @typedef {object} Ageing a side that is measured while it ages
 * @property {string} side
 * @property {MeasuredProcess} measured
 * @property {(cpuSeconds: number) => Promise<{ cpuSeconds: number, figures: Record<string, number> }>} block
 *   measures one block of at most about this CPU time, and resolves to the age after it
 * @property {() => void} close
 */

/** Target length in ns of a timed block of calls while a program warms up. The first blocks are shorter. */
const MAX_GROWING_BLOCK_NS = 2e6

/** A timed block has at most this many times as many calls or requests as the block before. */
const MAX_BLOCK_GROWTH = 4

/** Minimum number of requests in a block (a batch of requests that are measured together). */
const MIN_REQUESTS = 5

/** Ratio of sent requests to measured requests in a block: the first requests of a block are not measured. */
const SENT_OVER_MEASURED = 1.4

/** @param {Track} track @returns {string} such as cpu of slow@echo */
export const formatCurveName = ({ side, metric }) => `${metric} of ${side}`

/**
 * Lists the curves of a lab: one for each program that a claim compares, in the claim's metric, such as CPU time. A lab about memory has no
 * curves.
 *
 * @param {Manifest} manifest
 * @param {string[]} [variants] only these, also without a claim
 * @returns {Track[]}
 */
export function listCurvesToRecord ({ kind, claims, ...rest }, variants) {
  if (kind === 'heap') return []
  const { workloads } = /** @type {{ workloads?: Record<string, { pinned?: boolean }> }} */ (rest)
  // leaves out workloads that may use several CPUs: the processes share one CPU, so a curve cannot show a gain from several CPUs
  const isPinned = (/** @type {Track} */ { side }) => workloads?.[parseSide(side).workload ?? '']?.pinned !== false
  const claimed = claims
    .flatMap((claim) => Object.values(findClaimSides(claim)).map((side) => ({ side, metric: claim.metric })))
    .filter(isPinned)
  const isOf = (/** @type {string} */ variant) => (/** @type {Track} */ { side }) => parseSide(side).variant === variant
  const chosen = variants?.flatMap((variant) => {
    const own = claimed.filter(isOf(variant))
    return own.length ? own : [{ side: variant, metric: findDefaultMetric(kind) }]
  }) ?? claimed
  return [...new Map(chosen.map((track) => [formatCurveName(track), track])).values()]
}

/**
 * Prepares the sides of a lab for measuring them while they warm up.
 *
 * @param {Trial} trial
 * @param {Processes} processes by variant
 * @param {string[]} sides
 * @returns {Promise<Ageing[]>}
 */
export function prepareSides (trial, processes, sides) {
  return (isServerKind(trial.lab.manifest.kind) ? prepareServers : prepareFunctions)(trial, processes, sides)
}

/**
 * Once all functions are warm, each timed block has as many calls as in `pnpm lab`, because the number of calls in a block can change how
 * V8 compiles a function.
 *
 * @param {Trial} trial @param {Processes} processes @param {string[]} sides @returns {Promise<Ageing[]>}
 */
async function prepareFunctions (trial, processes, sides) {
  const subject = /** @type {FunctionSubject} */ (trial.subject)
  await settleAllOrThrow([...processes.values()].map((measured) => subject.giveInputs(trial.session, measured)))
  const { blockNs, warmUp: { leastCalls, mostMs } } = subject.settings
  /** @type {Map<string, number>} ns per call of the warm sides */
  const warm = new Map()
  let shared = 0
  return sides.map((side) => {
    const measured = /** @type {MeasuredProcess} */ (processes.get(side))
    let own = 1
    /** ms of CPU time after the first block */
    let begunMs = 0
    return {
      side,
      measured,
      close () {},
      async block () {
        const calls = shared || own
        const { ns, cpuMs } = await measured.ask('block', { calls })
        measured.operations += calls
        begunMs ||= cpuMs
        if (!shared) {
          if (measured.operations >= leastCalls || cpuMs - begunMs >= mostMs) warm.set(side, ns / calls)
          if (warm.size === sides.length) shared = chooseSharedOperationCount([...warm.values()], blockNs)
          own = Math.ceil(Math.min(own * MAX_BLOCK_GROWTH, own * MAX_GROWING_BLOCK_NS / ns))
        }
        return { cpuSeconds: cpuMs / 1000, figures: { time: ns / calls / 1000 } }
      },
    }
  })
}

/** @param {Trial} trial @param {Processes} processes @param {string[]} sides @returns {Promise<Ageing[]>} */
async function prepareServers (trial, processes, sides) {
  const subject = /** @type {ServerSubject} */ (trial.subject)
  // the answers of the first pair of processes are the reference for the answers of all later pairs
  if (subject.bodies.size === 0) await compareServerAnswers(trial, processes)
  return sides.map((side) => {
    const load = subject.putUnderLoad(processes, side)
    let requests = MIN_REQUESTS
    return {
      side,
      measured: load.measured,
      close: () => load.close(),
      async block (cpuSeconds) {
        await load.block(requests)
        const figures = Object.fromEntries(Object.entries(load.figures).map(([name, values]) => [name, values[values.length - 1]]))
        const fitting = cpuSeconds * 1e6 / figures.cpu / SENT_OVER_MEASURED
        requests = Math.ceil(Math.max(MIN_REQUESTS, Math.min(requests * MAX_BLOCK_GROWTH, fitting)))
        return { cpuSeconds: figures.cpuSeconds, figures }
      },
    }
  })
}
