import { operationOf, splitSide } from 'hotpath/lab'
import { VariantFailure } from 'hotpath/failures'
import { median, mirroredOrders, shapeOf } from 'hotpath/stats'

/** A point of a curve takes this share of the age in CPU time, so that points are as dense on a logarithmic axis everywhere; within these bounds, in seconds. */
const POINT = { share: 0.05, least: 0.02, most: 0.25 }

/** Where CPU time is told in ticks, as on Windows, a point takes so many: one more or less is 5 % of it. */
const TICKS = 20

/** From here on ticks are longer than the shortest blocks: on Linux and macOS they are a thousandth of it. */
const COARSE_MS = 1

/** How many times as long on the clock a process gets that waits. */
const WAITS = 2

/**
 * A shape is known when the last level has lasted for two thirds of the age, which is so many seconds of CPU at least: some servers stay at a level from
 * the first to the fourth second and then fall to a third of it.
 */
export const KNOWN = { share: 2 / 3, leastSeconds: { function: 3, server: 6 } }

/**
 * @typedef {import('hotpath/measure').Age} Age
 * @typedef {Age & { round: number, cost: number }} Point
 * @typedef {{ side: string, metric: string }} Track something that is drawn as one curve
 * @typedef {Map<string, Point[]>} Curves by the name of the track
 *
 * @typedef {object} Ageing a side that grows old while it is measured
 * @property {string} side
 * @property {import('hotpath/measure').MeasuredProcess} measured
 * @property {(cpuSeconds: number) => Promise<{ cpuSeconds: number, figures: Record<string, number> }>} block measures a block of about so much CPU time
 *   at most; resolves to the age after it
 * @property {() => void} close
 *
 * @typedef {Pick<import('hotpath/measure').Run, 'lab' | 'bodies' | 'seed' | 'random' | 'affinity'>} Run what a pair has of it
 * @typedef {(run: any, processes: import('hotpath/measure').Processes, sides: string[]) => Promise<Ageing[]>} Begin
 */

/** @param {Track} track @returns {string} such as cpu of slow@echo */
export const nameOf = ({ side, metric }) => `${metric} of ${side}`

/**
 * Lets fresh processes grow old, one of each variant, in turns of a point each, until the shape of every curve is known. One whose shape is known before the others' goes
 * on with short points: a ratio is one of neighbours in time.
 *
 * @param {Run} run
 * @param {import('hotpath/measure').Processes} processes by variant
 * @param {Track[]} tracks
 * @param {object} how
 * @param {number} how.seconds of CPU, or of waiting, that a side may take
 * @param {boolean} [how.full] whether it takes them all, also when its shape is known before
 * @param {(oldest: number) => void} how.onRound seconds of CPU that the oldest has behind it
 * @returns {Promise<Curves>}
 * @throws {VariantFailure} saying at which age it happened
 */
export async function recordPair (run, processes, tracks, { seconds, full = false, onRound }) {
  const { kind } = run.lab.manifest
  const { begin } = kind === 'function' ? await import('./calls.js') : await import('./requests.js')
  const sides = [...new Set(tracks.map(({ side }) => side))]
  /** @type {Curves} */
  const curves = new Map(tracks.map((track) => [nameOf(track), []]))
  const subjects = await begin(run, processes, sides)
  /** how old each process was at the end of its last point @type {Map<import('hotpath/measure').MeasuredProcess, Age>} */
  const seen = new Map()
  const states = subjects.map((subject) => ({ subject, age: 0, spentMs: 0, isDone: false }))
  try {
    await run.affinity.runPinned([...processes.values()], async () => {
      for (let round = 0; states.some(({ isDone }) => !isDone);) {
        for (const order of mirroredOrders(states.length, 2, run.random)) {
          for (const index of order) await grow(states[index], round)
          round++
        }
        onRound(Math.max(...states.map(({ age }) => age)))
      }
    })
  } finally {
    for (const { subject } of states) subject.close()
  }
  return curves

  /** @param {typeof states[number]} state @param {number} round */
  async function grow (state, round) {
    const { subject: { side, measured }, isDone } = state
    const least = Math.max(POINT.least, measured.cpuTickMs >= COARSE_MS ? TICKS * measured.cpuTickMs / 1000 : 0)
    const { age, cost } = await point(state, isDone ? least : Math.max(least, Math.min(POINT.most, POINT.share * state.age)))
    for (const track of tracks.filter((track) => track.side === side)) {
      curves.get(nameOf(track))?.push({ round, cpuSeconds: age, operations: measured.operations, cost: cost(track.metric) })
    }
    state.age = age
    // one that waits is as old as it would be if it did not
    const lived = Math.max(age, state.spentMs / 1000 / WAITS)
    state.isDone ||= lived >= seconds || (!full && lived >= KNOWN.leastSeconds[kind === 'function' ? kind : 'server'] && isKnown(side))
  }

  /** @param {typeof states[number]} state @param {number} cpuSeconds @returns {Promise<{ age: number, cost: (metric: string) => number }>} */
  async function point (state, cpuSeconds) {
    const started = performance.now()
    const { subject } = state
    /** @type {Record<string, number>[]} */
    const blocks = []
    // of the process, in which another workload may have come since this one's last point
    let before = seen.get(subject.measured)
    let age = state.age
    const isLong = () => age - Number(before?.cpuSeconds) >= cpuSeconds || (performance.now() - started) / 1000 >= WAITS * cpuSeconds
    try {
      do {
        const block = await subject.block(cpuSeconds)
        blocks.push(block.figures)
        // the first block has what came before it: the start of the process
        before ??= { cpuSeconds: block.cpuSeconds, operations: subject.measured.operations }
        age = block.cpuSeconds
      } while (!isLong())
    } catch (error) {
      throw error instanceof VariantFailure ? atAge(error, subject.measured.operations, age, kind) : error
    }
    state.spentMs += performance.now() - started
    const { operations, cpuTickMs } = subject.measured
    seen.set(subject.measured, { cpuSeconds: age, operations })
    return { age, cost: costOf(blocks, { cpuSeconds: age - before.cpuSeconds, operations: operations - before.operations }, cpuTickMs) }
  }

  /** @param {string} side */
  function isKnown (side) {
    return tracks.filter((track) => track.side === side).every((track) => {
      const points = /** @type {Point[]} */ (curves.get(nameOf(track)))
      const ages = points.map(({ cpuSeconds }) => cpuSeconds)
      const { steadyFrom } = shapeOf(points.map(({ cost }) => cost), ages)
      const end = ages[ages.length - 1]
      return end - (steadyFrom === 0 ? 0 : ages[steadyFrom]) >= KNOWN.share * end
    })
  }
}

/**
 * @param {Record<string, number>[]} blocks of a point
 * @param {Age} lived from the first of them to the last
 * @param {number} tickMs in which CPU time is told
 * @returns {(metric: string) => number}
 */
export function costOf (blocks, { cpuSeconds, operations }, tickMs) {
  return (metric) => {
    // a block of less than a tick reads nothing, or too much
    if (metric === 'cpu' && tickMs >= COARSE_MS && operations > 0) return Math.max(1000 * tickMs, cpuSeconds * 1e6) / operations
    // bursts are in a few blocks
    return median(blocks.map((figures) => figures[metric]))
  }
}

/** @param {VariantFailure} failure @param {number} operations @param {number} age @param {import('hotpath/lab').Kind} kind */
function atAge (failure, operations, age, kind) {
  const told = `${failure.what}, after ${operations.toLocaleString('en-US')} ${operationOf(kind)}s (${age.toFixed(1)} s of CPU)`
  return Object.assign(failure, { what: told })
}

/** @param {string} side @returns {string} the process that it is in */
export const variantOf = (side) => splitSide(side).variant
