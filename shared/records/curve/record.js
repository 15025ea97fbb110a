import { findDefaultMetric, findOperationName, isServerKind } from '@hotpath-labs/lab/manifest.js'
import { findClaimSides } from '@hotpath-labs/lab/sides.js'
import { groupDigits } from '@hotpath-labs/engine/text/numbers.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { chooseSharedOperationCount } from '@hotpath-labs/engine/subjects/turns.js'
import { compareServerAnswers } from '@hotpath-labs/lab/answers/server-answers.js'
import { makeSubject } from '@hotpath-labs/lab/measure/trial.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/settle-all-or-throw.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { Session } from '@hotpath-labs/engine/session.js'
import { LabMachine } from '@hotpath-labs/lab/measure/machine.js'
import { findFailureCause } from '@hotpath-labs/lab/measure/services.js'
import { listTurnOrders } from '@hotpath-labs/engine/stats/random.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { classifyCurve } from './shape.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Processes } from '@hotpath-labs/engine/session.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Trial } from '@hotpath-labs/lab/measure/trial.js'
 * @import { Failure, Age } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Curve, Point } from './shape.js'
 */

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
 * curves, and neither has a command, whose runs are processes of their own.
 *
 * @param {LabPlan} plan
 * @param {string[]} [variants] only these, also without a claim
 * @returns {Track[]}
 */
export function listCurvesToRecord ({ lab: { manifest: { kind } }, claims, workloads }, variants) {
  if (kind === 'heap' || kind === 'command') return []
  // leaves out workloads that may use several CPUs: the processes share one CPU, so a curve cannot show a gain from several CPUs
  const isPinned = (/** @type {Track} */ { side }) => workloads[parseSide(side).workload ?? '']?.pinned !== false
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
function prepareSides (trial, processes, sides) {
  return (isServerKind(trial.plan.lab.manifest.kind) ? prepareServers : prepareFunctions)(trial, processes, sides)
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

/**
 * CPU time to measure for one point of a curve: a share of the process's CPU time so far, but from `least` to `most` seconds. A share
 * spaces the points evenly on a logarithmic axis.
 */
const POINT = { share: 0.05, least: 0.02, most: 0.25 }

/**
 * Minimum CPU time to measure for one point of a curve, in ticks of a coarse CPU clock, such as on Windows. Over 20 ticks, an error of one
 * tick is 5 %.
 */
const MIN_TICKS = 20

/** A CPU clock whose tick is this many ms or longer is too coarse to time a short block of calls. On Linux and macOS a tick is 0.001 ms. */
const COARSE_MS = 1

/** If a program mostly waits, such as for a database, this many elapsed seconds count as one CPU second. */
const WAITS = 2

/**
 * A curve is complete once its cost was steady for the last two thirds of the CPU time, and the process has used `leastSeconds` of CPU
 * time. Without that minimum, some servers would end too early: their cost falls to a third only after the fourth second.
 */
const COMPLETE = { share: 2 / 3, leastSeconds: { function: 3, server: 6 } }

/**
 * @typedef {object} CurveRecord
 * @property {string} node version
 * @property {Track[]} tracks
 * @property {Map<string, Curve>[]} pairs each pair's curves, by the track's name
 *
 * @typedef {{ subject: Ageing, age: number, spentMs: number, isDone: boolean }} State
 * @typedef {Map<MeasuredProcess, Age>} Ages each process's age after its last point
 */

/**
 * Records how a lab's variants warm up, in pairs of fresh processes with V8's default JIT thresholds.
 *
 * @param {LabPlan} plan
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} options.seconds of CPU, or of waiting, for each side
 * @param {boolean} [options.full] use all of `seconds`
 * @param {string} [options.node] binary that runs the variants
 * @param {Track[]} options.tracks
 * @param {(text: string) => void} options.onProgress
 * @param {(record: CurveRecord) => void} options.onPair called with the complete pairs
 * @returns {Promise<Failure | undefined>} of a variant
 * @throws {import('@hotpath-labs/engine/failures.js').CannotRun}
 */
export async function recordCurves (plan, { seed, pairs, seconds, full, tracks, node = process.execPath, onProgress, onPair }) {
  const subject = makeSubject(plan)
  const started = performance.now()
  const clock = () => (performance.now() - started) / 1000
  const onEvent = () => onProgress('starting the services that the variants need')
  const machine = await LabMachine.create(plan, { seed, seconds, node, onEvent }, { subject, clock })
  const session = new Session({ seed, random: machine.random, affinity: machine.affinity })
  /** @type {Trial} */
  const trial = { plan, reference: 'slow', subject, session }
  const record = { node: '', tracks, pairs: /** @type {CurveRecord['pairs']} */ ([]) }
  const variants = Object.keys(plan.programs).filter((variant) => tracks.some(({ side }) => side.split('@')[0] === variant))
  try {
    while (record.pairs.length < pairs) {
      const nth = record.pairs.length + 1
      const pair = machine.open(variants)
      try {
        record.node = await pair.ready
        const onRound = (/** @type {number} */ oldest) =>
          onProgress(`pair ${nth} of ${pairs}: ${oldest.toFixed(1)} s of CPU time used, limit ${seconds.toFixed(1)} s`)
        record.pairs.push(await recordPair(trial, pair.processes, tracks, { seconds, full, onRound }))
        onPair(record)
      } finally {
        await pair.stop()
      }
    }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    return await findFailureCause(error, machine.services)
  } finally {
    await machine.services.stop()
  }
}

/**
 * Each round measures one point of every curve, until all curves are complete. The points of a complete curve are shorter, but still
 * needed, because a ratio compares two points of one round.
 *
 * @param {Trial} trial
 * @param {Processes} processes by variant
 * @param {Track[]} tracks
 * @param {{ seconds: number, full?: boolean, onRound: (oldest: number) => void }} limits
 * @returns {Promise<Map<string, Curve>>}
 * @throws {VariantFailure} with the age at which it happened
 */
async function recordPair (trial, processes, tracks, { seconds, full, onRound }) {
  const leastSeconds = COMPLETE.leastSeconds[trial.plan.lab.manifest.kind === 'function' ? 'function' : 'server']
  const points = new Map(tracks.map((track) => [formatCurveName(track), /** @type {Point[]} */ ([])]))
  const subjects = await prepareSides(trial, processes, [...new Set(tracks.map(({ side }) => side))])
  /** @type {Ages} */
  const ages = new Map()
  const states = subjects.map((subject) => ({ subject, age: 0, spentMs: 0, isDone: false }))
  try {
    await trial.session.affinity.runPinned([...processes.values()], async () => {
      for (let round = 0; states.some(({ isDone }) => !isDone);) {
        for (const order of listTurnOrders(states.length, 2, trial.session.random)) {
          for (const index of order) await addPoint(states[index], round)
          round++
        }
        onRound(Math.max(...states.map(({ age }) => age)))
      }
    })
  } finally {
    for (const { subject } of states) subject.close()
  }
  return new Map([...points].map(([name, measured]) => [name, classifyCurve(measured)]))

  /** @param {State} state @param {number} round */
  async function addPoint (state, round) {
    const { side, measured } = state.subject
    const least = Math.max(POINT.least, measured.cpuTickMs >= COARSE_MS ? MIN_TICKS * measured.cpuTickMs / 1000 : 0)
    const wanted = state.isDone ? least : Math.max(least, Math.min(POINT.most, POINT.share * state.age))
    const cost = await measurePoint(state, wanted, ages).catch((error) => { throw addAge(error, state, trial.plan.lab) })
    const own = tracks.filter((track) => track.side === side).map((track) => {
      const curve = /** @type {Point[]} */ (points.get(formatCurveName(track)))
      curve.push({ round, cpuSeconds: state.age, operations: measured.operations, cost: cost(track.metric) })
      return curve
    })
    // a program that mostly waits uses little CPU time, so half of its elapsed time counts instead, if that half is longer
    const lived = Math.max(state.age, state.spentMs / 1000 / WAITS)
    state.isDone ||= lived >= seconds || (!full && lived >= leastSeconds && own.every(isComplete))
  }
}

/** @param {Point[]} points */
function isComplete (points) {
  const { steadyFrom } = classifyCurve(points)
  const end = points[points.length - 1].cpuSeconds
  return end - (steadyFrom && points[steadyFrom].cpuSeconds) >= COMPLETE.share * end
}

/**
 * @param {State} state grows older
 * @param {number} cpuSeconds
 * @param {Ages} ages
 * @returns {Promise<(metric: string) => number>} the cost
 */
async function measurePoint (state, cpuSeconds, ages) {
  const started = performance.now()
  const { measured } = state.subject
  /** @type {Record<string, number>[]} */
  const blocks = []
  // this point's CPU time begins where the process's previous point ended, even if the previous point had another workload
  let before = ages.get(measured)
  const isLong = () => state.age - Number(before?.cpuSeconds) >= cpuSeconds || (performance.now() - started) / 1000 >= WAITS * cpuSeconds
  do {
    const block = await state.subject.block(cpuSeconds)
    blocks.push(block.figures)
    // the CPU time of a process's first block does not count, because it includes the start of the process
    before ??= { cpuSeconds: block.cpuSeconds, operations: measured.operations }
    state.age = block.cpuSeconds
  } while (!isLong())
  state.spentMs += performance.now() - started
  const { operations, cpuTickMs } = measured
  ages.set(measured, { cpuSeconds: state.age, operations })
  return computePointCost(blocks, { cpuSeconds: state.age - before.cpuSeconds, operations: operations - before.operations }, cpuTickMs)
}

/**
 * Returns a function that computes what an operation costs at one point of a curve, in a given metric.
 *
 * @param {Record<string, number>[]} blocks of the point
 * @param {Age} lived CPU seconds and operations from the first block to the last
 * @param {number} tickMs unit of the CPU clock
 * @returns {(metric: string) => number}
 */
export function computePointCost (blocks, { cpuSeconds, operations }, tickMs) {
  return (metric) => {
    // for a short block, a coarse CPU clock shows zero or a whole tick; so divide the CPU time of all blocks by their number of operations
    if (metric === 'cpu' && tickMs >= COARSE_MS && operations > 0) return Math.max(1000 * tickMs, cpuSeconds * 1e6) / operations
    // the median ignores the few blocks that noise on the machine made slow
    return median(blocks.map((figures) => figures[metric]))
  }
}

/** @param {unknown} error @param {State} state @param {Lab} lab */
function addAge (error, { subject, age }, { manifest }) {
  if (!(error instanceof VariantFailure)) return error
  const operations = `${groupDigits(subject.measured.operations)} ${findOperationName(manifest.kind)}s`
  return Object.assign(error, { what: `${error.what}, after ${operations} (${age.toFixed(1)} s of CPU)` })
}
