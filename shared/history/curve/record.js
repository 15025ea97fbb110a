import { findOperationName, isLatencyMetric } from 'hotpath/lab'
import { VariantFailure } from 'hotpath/failures'
import {
  Session, findFailureCause, chooseSupportedFlags, makeSubject, ProcessSet, chooseCpuAffinity, readNodeVersion, startServices,
} from 'hotpath/measure'
import { createRandom, median, listTurnOrders } from 'hotpath/stats'
import { classifyCurve } from './shape.js'
import { formatCurveName, prepareSides } from './subjects.js'

/** @import { Failure } from 'hotpath/failures' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { Age, MeasuredProcess, Processes, Trial } from 'hotpath/measure' */
/** @import { Curve, Point } from './shape.js' */
/** @import { Ageing, Track } from './subjects.js' */

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
 * @param {Lab} lab
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
 * @throws {import('hotpath/failures').CannotRun}
 */
export async function recordCurves (lab, { seed, pairs, seconds, full, tracks, node = process.execPath, onProgress, onPair }) {
  const subject = makeSubject(lab)
  const flags = await chooseSupportedFlags(lab.manifest, node)
  const random = createRandom(seed)
  const services = await startServices(lab, { seed, random, onProgress: () => onProgress('starting the services that the variants need') })
  const waits = lab.manifest.claims.some(({ metric }) => isLatencyMetric(metric))
  const session = new Session({ seed, random, affinity: chooseCpuAffinity(random, { ...services, waits }) })
  /** @type {Trial} */
  const trial = { lab, reference: 'slow', subject, session }
  const record = { node: await readNodeVersion(node), tracks, pairs: /** @type {CurveRecord['pairs']} */ ([]) }
  const variants = Object.keys(lab.files).filter((variant) => tracks.some(({ side }) => side.split('@')[0] === variant))
  try {
    while (record.pairs.length < pairs) {
      const nth = record.pairs.length + 1
      const fleet = new ProcessSet(variants, { files: lab.files, subject, flags, node, random, env: services.env })
      try {
        await fleet.ready
        const onRound = (/** @type {number} */ oldest) =>
          onProgress(`pair ${nth} of ${pairs}: ${oldest.toFixed(1)} s of CPU time used, limit ${seconds.toFixed(1)} s`)
        record.pairs.push(await recordPair(trial, fleet.processes, tracks, { seconds, full, onRound }))
        onPair(record)
      } finally {
        await fleet.stop()
      }
    }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    return await findFailureCause(error, services)
  } finally {
    await services.stop()
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
  const leastSeconds = COMPLETE.leastSeconds[trial.lab.manifest.kind === 'function' ? 'function' : 'server']
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
    const cost = await measurePoint(state, wanted, ages).catch((error) => { throw addAge(error, state, trial.lab) })
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

/** @param {any} error @param {State} state @param {Lab} lab */
function addAge (error, { subject, age }, { manifest }) {
  if (!(error instanceof VariantFailure)) return error
  const operations = `${subject.measured.operations.toLocaleString('en-US')} ${findOperationName(manifest.kind)}s`
  return Object.assign(error, { what: `${error.what}, after ${operations} (${age.toFixed(1)} s of CPU)` })
}
