import { STEADY_UNDER_LOAD, SteadinessDetector } from '@hotpath-labs/engine/warm-up.js'
import { FIRST_BATCH_OPERATIONS, TARGET_BATCH_MS, VariantUnderLoad, chooseNextBatch, runWithServices } from './drive.js'

/**
 * @import { Load } from '@hotpath-labs/engine/measure.js'
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { DriveOptions, DriveResult } from './drive.js'
 * @import { Context, Failure } from './tool.js'
 */

/** Maximum CPU time in ms of a program's warm-up. A server that compiles a template on each request answers some hundred requests in it. */
const MOST_WARM_UP_MS = 2500

/** A program that waits, or shares its CPU, gets at most this multiple of its CPU time. */
const MOST_WAITING = 2

/**
 * A program whose operations are much cheaper gets more of them than the others: as many as take this share of the others' time, because a
 * profile needs samples.
 */
const LEAST_SHARE = 1 / 4

/**
 * @typedef {object} SideBySideOptions
 * @property {number} seconds of CPU time of the slowest program, after the warm-up
 * @property {(measured: MeasuredProcess) => Promise<unknown>} beforeBatch not in the warm-up
 * @property {(measured: MeasuredProcess) => Promise<unknown>} afterBatch
 * @property {(measured: MeasuredProcess) => Promise<unknown>} after
 */

/** A program that runs beside others, and how long it has worked. */
class Side {
  operations = 0
  cpuMs = 0
  wallMs = 0

  /** @param {VariantUnderLoad} driven @param {Load} load */
  constructor (driven, load) {
    this.driven = driven
    this.load = load
  }

  get isRunning () {
    return !this.driven.result.failure
  }

  /** CPU time, or a part of the time if the program waits, or shares its CPU with others */
  get workedMs () {
    return Math.max(this.cpuMs, this.wallMs / MOST_WAITING)
  }

  get msPerOperation () {
    return this.workedMs / this.operations
  }

  /** @param {number} count @param {Partial<SideBySideOptions>} [options] */
  async run (count, { beforeBatch, afterBatch } = {}) {
    const { measured } = this.driven
    const { cpuMs } = await measured.ask('cpuTime')
    await beforeBatch?.(measured)
    const started = performance.now()
    await this.load.run(count)
    this.wallMs += performance.now() - started
    await afterBatch?.(measured)
    this.cpuMs += (await measured.ask('cpuTime')).cpuMs - cpuMs
    this.operations += count
  }
}

/**
 * Runs the variants at the same time, and each batch of calls or requests in one after the other, so that they can be compared: code that
 * has run more often is faster, and other work on this machine slows all of them alike.
 *
 * @param {Context} context
 * @param {(variant: string) => Pick<DriveOptions, 'flags' | 'env'>} startFor
 * @param {SideBySideOptions} options
 * @returns {Promise<{ results: (DriveResult & { variant: string, before: number })[], failure?: Failure }>} `before`: operations before
 *   the counted ones
 */
export function runVariantsSideBySide (context, startFor, options) {
  return runWithServices(context, async (services) => {
    const all = context.variants.map((variant) => new VariantUnderLoad(context, variant, services, startFor(variant)))
    /** @type {Side[]} */
    const sides = []
    let before = 0
    try {
      context.onProgress('warming up')
      for (const driven of all) await driven.attempt(async () => { sides.push(new Side(driven, await driven.open())) })
      before = await warmUpAlike(sides)
      context.onProgress('under load')
      await runInTurn(sides, options)
      for (const { driven } of sides) await driven.attempt(async () => { await options.after(driven.measured) })
    } finally {
      await Promise.all(all.map((driven) => driven.leave()))
    }
    const results = all.map(({ variant, result }) => ({ ...result, variant, before }))
    return { results, failure: results.find(({ failure }) => failure)?.failure }
  })
}

/**
 * Sends all programs the same number of calls or requests: as many as the one needs that needs most, or as there is time for.
 *
 * @param {Side[]} sides
 * @returns {Promise<number>} operations of each
 */
async function warmUpAlike (sides) {
  const steadiness = new Map(sides.map((side) => [side, new SteadinessDetector(STEADY_UNDER_LOAD)]))
  const isWarm = (/** @type {Side} */ side) => {
    const { operations, load: { warmUp: { least, most } } } = side
    return operations >= most || (operations >= least && steadiness.get(side)?.isSteady)
  }
  let operations = 0
  for (let count = FIRST_BATCH_OPERATIONS; ;) {
    const running = sides.filter(({ isRunning }) => isRunning)
    const isOver = running.some((side) => side.workedMs >= Math.min(side.load.warmUp.mostMs, MOST_WARM_UP_MS))
    if (isOver || running.every(isWarm)) return operations
    // stops at each program's own number, because some labs compare cold programs
    const batch = Math.min(count, ...running.map(({ load }) => load.warmUp.most - operations).filter((left) => left > 0))
    let slowestMs = 1
    await Promise.all(running.map((side) => side.driven.attempt(async () => {
      const { cpuMs, workedMs } = side
      await side.run(batch)
      steadiness.get(side)?.add((side.cpuMs - cpuMs) / batch)
      slowestMs = Math.max(slowestMs, side.workedMs - workedMs)
    })))
    operations += batch
    count = chooseNextBatch(batch, slowestMs)
  }
}

/**
 * Runs batches of the same number of calls or requests in each program in turn.
 *
 * @param {Side[]} sides
 * @param {SideBySideOptions} options
 */
async function runInTurn (sides, options) {
  const mostMs = 1000 * options.seconds
  // counts anew, from a first guess of the cost
  const order = sides.map(({ driven, load, msPerOperation }) =>
    Object.assign(new Side(driven, load), { cpuMs: msPerOperation, operations: 1 }))
  for (;;) {
    const running = order.filter(({ isRunning }) => isRunning)
    const slowestMs = Math.max(...running.map(({ msPerOperation }) => msPerOperation))
    const shared = Math.max(1, Math.round(TARGET_BATCH_MS / slowestMs))
    const turns = running.map((side) => {
      const fitting = Math.round(shared * slowestMs * LEAST_SHARE / side.msPerOperation)
      return { side, count: Math.max(shared, fitting) }
    })
    const isOver = running.some(({ workedMs }) => workedMs >= mostMs)
    // a cheap program goes on alone while it has too few samples: one that is starved may have none in a few batches
    const left = turns.filter(({ side, count }) => !isOver ||
      (count > shared && side.cpuMs < mostMs * LEAST_SHARE && side.wallMs < mostMs * MOST_WAITING))
    if (left.length === 0) return
    for (const { side, count } of left) {
      const { driven } = side
      await driven.attempt(async () => {
        await side.run(count, options)
        driven.result.operations += count
      })
    }
    order.reverse()
  }
}
