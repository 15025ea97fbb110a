import { findOperationName } from 'hotpath/lab'
import { VariantFailure } from 'hotpath/failures'
import { median, listTurnOrders } from 'hotpath/stats'
import { classifyCurveShape } from './summary.js'
import { formatCurveName } from './track.js'

/** @import { Age, MeasuredProcess, Processes, Run as WholeRun } from 'hotpath/measure' */
/** @import { Kind } from 'hotpath/lab' */
/** @import { Track } from './track.js' */

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
export const COMPLETE_CURVE_CRITERIA = { share: 2 / 3, leastSeconds: { function: 3, server: 6 } }

/**
 * @typedef {Age & { round: number, cost: number }} Point
 * @typedef {Map<string, Point[]>} Curves by the track's name
 *
 * @typedef {object} Ageing a side that is measured while it ages
 * @property {string} side
 * @property {MeasuredProcess} measured
 * @property {(cpuSeconds: number) => Promise<{ cpuSeconds: number, figures: Record<string, number> }>} block
 *   measures one block of at most about this CPU time, and resolves to the age after it
 * @property {() => void} close
 *
 * @typedef {Pick<WholeRun, 'lab' | 'bodies' | 'seed' | 'random' | 'affinity'>} Run
 * @typedef {(run: any, processes: Processes, sides: string[]) => Promise<Ageing[]>} Begin
 * @typedef {{ subject: Ageing, age: number, spentMs: number, isDone: boolean }} State
 * @typedef {Map<MeasuredProcess, Age>} Ages each process's age after its last point
 */

/**
 * Records the warm-up curves of a pair of fresh processes. Each round measures one point of every curve, until all curves are complete. The
 * points of a complete curve are shorter, but still needed, because a ratio compares two points of one round.
 *
 * @param {Run} run
 * @param {Processes} processes by variant
 * @param {Track[]} tracks
 * @param {object} limits
 * @param {number} limits.seconds of CPU, or of waiting, for each side
 * @param {boolean} [limits.full] use all of `seconds`
 * @param {(oldest: number) => void} limits.onRound called with the CPU seconds of the oldest process
 * @returns {Promise<Curves>}
 * @throws {VariantFailure} with the age at which it happened
 */
export async function recordCurvePair (run, processes, tracks, { seconds, full = false, onRound }) {
  const { kind } = run.lab.manifest
  const { prepareVariantsForCurve } = kind === 'function' ? await import('./calls.js') : await import('./requests.js')
  const leastSeconds = COMPLETE_CURVE_CRITERIA.leastSeconds[kind === 'function' ? kind : 'server']
  /** @type {Curves} */
  const curves = new Map(tracks.map((track) => [formatCurveName(track), []]))
  const subjects = await prepareVariantsForCurve(run, processes, [...new Set(tracks.map(({ side }) => side))])
  /** @type {Ages} */
  const ages = new Map()
  const states = subjects.map((subject) => ({ subject, age: 0, spentMs: 0, isDone: false }))
  try {
    await run.affinity.runPinned([...processes.values()], async () => {
      for (let round = 0; states.some(({ isDone }) => !isDone);) {
        for (const order of listTurnOrders(states.length, 2, run.random)) {
          for (const index of order) await addPoint(states[index], round)
          round++
        }
        onRound(Math.max(...states.map(({ age }) => age)))
      }
    })
  } finally {
    for (const { subject } of states) subject.close()
  }
  return curves

  /** @param {State} state @param {number} round */
  async function addPoint (state, round) {
    const { side, measured } = state.subject
    const least = Math.max(POINT.least, measured.cpuTickMs >= COARSE_MS ? MIN_TICKS * measured.cpuTickMs / 1000 : 0)
    const wanted = state.isDone ? least : Math.max(least, Math.min(POINT.most, POINT.share * state.age))
    const cost = await measurePoint(state, wanted, ages, kind)
    const own = tracks.filter((track) => track.side === side).map((track) => ({
      metric: track.metric,
      points: /** @type {Point[]} */ (curves.get(formatCurveName(track))),
    }))
    for (const { metric, points } of own) points.push({ round, cpuSeconds: state.age, operations: measured.operations, cost: cost(metric) })
    // a program that mostly waits uses little CPU time, so half of its elapsed time counts instead, if that half is longer
    const lived = Math.max(state.age, state.spentMs / 1000 / WAITS)
    state.isDone ||= lived >= seconds || (!full && lived >= leastSeconds && own.every(({ points }) => isCurveComplete(points)))
  }
}

/**
 * @param {State} state grows older
 * @param {number} cpuSeconds
 * @param {Ages} ages
 * @param {Kind} kind
 * @returns {Promise<(metric: string) => number>} the cost
 */
async function measurePoint (state, cpuSeconds, ages, kind) {
  const started = performance.now()
  const { measured } = state.subject
  /** @type {Record<string, number>[]} */
  const blocks = []
  // this point's CPU time begins where the process's previous point ended, even if the previous point had another workload
  let before = ages.get(measured)
  const isLong = () => state.age - Number(before?.cpuSeconds) >= cpuSeconds || (performance.now() - started) / 1000 >= WAITS * cpuSeconds
  try {
    do {
      const block = await state.subject.block(cpuSeconds)
      blocks.push(block.figures)
      // the CPU time of a process's first block does not count, because it includes the start of the process
      before ??= { cpuSeconds: block.cpuSeconds, operations: measured.operations }
      state.age = block.cpuSeconds
    } while (!isLong())
  } catch (error) {
    throw error instanceof VariantFailure ? addAge(error, measured.operations, state.age, kind) : error
  }
  state.spentMs += performance.now() - started
  const { operations, cpuTickMs } = measured
  ages.set(measured, { cpuSeconds: state.age, operations })
  return computePointCost(blocks, { cpuSeconds: state.age - before.cpuSeconds, operations: operations - before.operations }, cpuTickMs)
}

/** @param {Point[]} points */
function isCurveComplete (points) {
  const { steadyFrom } = classifyCurveShape(points)
  const end = points[points.length - 1].cpuSeconds
  return end - (steadyFrom && points[steadyFrom].cpuSeconds) >= COMPLETE_CURVE_CRITERIA.share * end
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

/** @param {VariantFailure} failure @param {number} operations @param {number} age @param {Kind} kind */
function addAge (failure, operations, age, kind) {
  const lived = `${operations.toLocaleString('en-US')} ${findOperationName(kind)}s (${age.toFixed(1)} s of CPU)`
  return Object.assign(failure, { what: `${failure.what}, after ${lived}` })
}
