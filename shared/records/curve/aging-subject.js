import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { chooseSharedOperationCount } from '@hotpath-labs/engine/subjects/turns.js'
import { settleAllOrThrow } from '@hotpath-labs/engine/process/measured-process.js'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { listTurnOrders } from '@hotpath-labs/engine/stats/random.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { readCurve } from './shape.js'

/**
 * @import { FiguresBySide } from '@hotpath-labs/engine/figures.js'
 * @import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { PairSubject, Processes, Session } from '@hotpath-labs/engine/measure.js'
 * @import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'
 * @import { Age } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Curve, Track } from './shape.js'
 */

/**
 * @typedef {object} Ageing a side that is measured while it ages
 * @property {string} side
 * @property {MeasuredProcess} measured
 * @property {(cpuSeconds: number) => Promise<{ cpuSeconds: number, figures: Record<string, number> }>} block
 *   measures one block of at most about this CPU time, and resolves to the age after it
 * @property {() => void} close
 *
 * @typedef {{ ageing: Ageing, age: number, spentMs: number, isDone: boolean }} State
 * @typedef {Map<MeasuredProcess, Age>} Ages each process's age after its last point
 */

/** Target length in ns of a timed block of calls while a program warms up. The first blocks are shorter. */
const MAX_GROWING_BLOCK_NS = 2e6

/** A timed block has at most this many times as many calls or requests as the block before. */
const MAX_BLOCK_GROWTH = 4

/** Minimum number of requests in a block (a batch of requests that are measured together). */
const MIN_REQUESTS = 5

/** Ratio of sent requests to measured requests in a block: the first requests of a block are not measured. */
const SENT_OVER_MEASURED = 1.4

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
 * A lab's subject while it ages: its cost at many points, from the first operation on, with V8's default JIT thresholds.
 *
 * @implements {PairSubject}
 */
export class AgingSubject {
  /**
   * @param {FunctionSubject | ServerSubject} subject of the lab
   * @param {object} limits
   * @param {Track[]} limits.tracks what must be steady
   * @param {number} limits.seconds of CPU, or of waiting, for each side
   * @param {boolean} [limits.full] use all of `seconds`
   */
  constructor (subject, { tracks, seconds, full = false }) {
    this.subject = subject
    this.tracks = tracks
    this.seconds = seconds
    this.full = full
    this.isServer = 'putUnderLoad' in subject
    this.nodeFlags = subject.nodeFlags
    this.workerFile = subject.workerFile
  }

  /**
   * Each round measures one point of every side, until the cost of all is steady. The points of a side that is done are shorter, but still
   * needed, because a ratio compares two points of one round.
   *
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>} a value per point
   * @throws {VariantFailure} with the age at which it happened
   */
  async measure (session, processes, sides) {
    const { subject } = this
    const ageings = 'putUnderLoad' in subject ? ageServers(subject, processes, sides) : await ageFunctions(subject, session, processes, sides)
    const states = ageings.map((ageing) => ({ ageing, age: 0, spentMs: 0, isDone: false }))
    /** @type {FiguresBySide} */
    const figures = new Map(sides.map((side) => [side, { cpuSeconds: [], operations: [] }]))
    /** @type {Ages} */
    const ages = new Map()
    try {
      await session.affinity.runPinned([...processes.values()], async () => {
        while (states.some(({ isDone }) => !isDone)) {
          for (const order of listTurnOrders(states.length, 2, session.random)) {
            for (const index of order) await this.#addPoint(states[index], ages, figures, session)
          }
        }
      })
    } finally {
      for (const ageing of ageings) ageing.close()
    }
    return figures
  }

  /** @param {State} state @param {Ages} ages @param {FiguresBySide} figures @param {Session} session */
  async #addPoint (state, ages, figures, session) {
    const { side, measured } = state.ageing
    const own = this.tracks.filter((track) => track.side === side)
    const least = Math.max(POINT.least, measured.cpuTickMs >= COARSE_MS ? MIN_TICKS * measured.cpuTickMs / 1000 : 0)
    const wanted = state.isDone ? least : Math.max(least, Math.min(POINT.most, POINT.share * state.age))
    const findCost = await measurePoint(state, wanted, ages).catch((error) => { throw this.#addAge(error, state) })
    const seen = /** @type {Record<string, number[]>} */ (figures.get(side))
    const costs = own.map(({ metric }) => [metric, findCost(metric)])
    for (const [name, value] of Object.entries({ ...Object.fromEntries(costs), cpuSeconds: state.age, operations: measured.operations })) {
      (seen[name] ??= []).push(value)
    }
    // a program that mostly waits uses little CPU time, so half of its elapsed time counts instead, if that half is longer
    const lived = Math.max(state.age, state.spentMs / 1000 / WAITS)
    const leastSeconds = COMPLETE.leastSeconds[this.isServer ? 'server' : 'function']
    const isComplete = () => lived >= leastSeconds && own.every((track) => wasSteady(readCurve(figures, track)))
    state.isDone ||= lived >= this.seconds || (!this.full && isComplete())
    session.onBlock(side, seen)
  }

  /** @param {unknown} error @param {State} state */
  #addAge (error, { ageing: { measured }, age }) {
    if (!(error instanceof VariantFailure)) return error
    const operations = `${groupDigits(measured.operations)} ${this.isServer ? 'requests' : 'calls'}`
    return Object.assign(error, { what: `${error.what}, after ${operations} (${age.toFixed(1)} s of CPU)` })
  }
}

/**
 * Once all functions are warm, each timed block has as many calls as in `pnpm lab`, because the number of calls in a block can change how
 * V8 compiles a function.
 *
 * @param {FunctionSubject} subject @param {Session} session @param {Processes} processes @param {string[]} sides
 * @returns {Promise<Ageing[]>}
 */
async function ageFunctions (subject, session, processes, sides) {
  await settleAllOrThrow([...processes.values()].map((measured) => subject.giveInputs(session, measured)))
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

/** @param {ServerSubject} subject @param {Processes} processes @param {string[]} sides @returns {Ageing[]} */
function ageServers (subject, processes, sides) {
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

/** @param {Curve} curve */
function wasSteady ({ points, steadyFrom }) {
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
  const { measured } = state.ageing
  /** @type {Record<string, number>[]} */
  const blocks = []
  // this point's CPU time begins where the process's previous point ended, even if the previous point had another workload
  let before = ages.get(measured)
  const isLong = () => state.age - Number(before?.cpuSeconds) >= cpuSeconds || (performance.now() - started) / 1000 >= WAITS * cpuSeconds
  do {
    const block = await state.ageing.block(cpuSeconds)
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
