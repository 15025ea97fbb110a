import { performance } from 'node:perf_hooks'
import { splitSide } from '../../lab/sides.js'
import { quantile } from '../../stats/sample.js'
import { Steadiness } from '../../stats/steadiness.js'
import { findRequest, withTimeout } from './http.js'
import { Load } from './load.js'

/**
 * @import { Request } from '../../lab/manifest.js'
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { Run } from '../run.js'
 */

/**
 * Requests that begin a block and are not measured, as a share of it: they bring a server's code and data back into the caches that
 * its sibling had, without which fastify read 22 µs where it has 17.
 */
const LEAD_IN = 0.4

/** Requests of the first stretch of a warm-up; each is longer than the one before, as long as a stretch takes less than STRETCH_MS. */
const FIRST_STRETCH = 10
const STRETCH_GROWS = 1.5
const STRETCH_MS = 100

/** Stretches of one server scatter by 5 to 10 %; two of them that bring less are no accident. */
const STEADY = { falls: 0.07, stretches: 2 }

/** Where CPU time is told in ticks, a stretch of fewer says nothing: on Windows that is 47 ms. */
const STEADY_TICKS = 3

/**
 * A side whose event loop has been idle for most of so long will not use up its CPU time while anybody waits: this is enough for it. It may be
 * idle because this process, which asks it, is kept from doing so: as long as this one is busy it gets more time. With 1.5 s of it node:http was taken for
 * one that waits after half of its warm-up, while this process was busy for 93 % of the time; in that hour express and fastify were undecided on Node 26.
 * Where its lab says how many requests warm it, it gets them, for at most `mostWallMs`: the index of mongo-carts-index, whose database was busy with its
 * siblings, was measured after 40 of its 300 requests in one pair of three, and cost three times as much in it.
 */
const WAITING = { wallMs: 250, idle: 0.7, askedBusily: 0.6, mostWallMs: 5000 }

/**
 * @typedef {object} WarmUp
 * @property {number} leastRequests fewer are never enough
 * @property {number} mostRequests more are no use
 * @property {number} leastMs of CPU time
 * @property {number} mostMs of CPU time: then it is measured as it is
 */

/** Its numbers. */
export const PACE = { LEAD_IN, FIRST_STRETCH, STRETCH_GROWS, STRETCH_MS, STEADY, STEADY_TICKS, WAITING }

/** A server under the load of one side. */
export class LoadedServer {
  /** @param {Pick<Run, 'lab' | 'bodies'>} run @param {Map<string, MeasuredProcess>} processes @param {string} side */
  constructor (run, processes, side) {
    const { variant, workload } = splitSide(side)
    this.measured = /** @type {MeasuredProcess} */ (processes.get(variant))
    this.request = findRequest(run, workload)
    this.load = this.#loadOf(run, workload)
    this.beside = this.request.beside === undefined ? undefined : this.#loadOf(run, this.request.beside)
    /** requests so far */
    this.sent = 0
    /** whether its warm-up was ended because it is idle for most of the time */
    this.waits = false
    /** @type {Record<string, number[]>} */
    this.figures = { cpu: [], opsPerSecond: [], p50: [], p99: [], cpuSeconds: [], operations: [], ...(this.beside && { stall: [] }) }
  }

  close () {
    this.load.close()
    this.beside?.close()
  }

  /**
   * @param {number} requests
   * @param {{ paced: boolean }} [how] at the workload's pace, or as fast as they are answered
   * @returns {Promise<{ seconds: number, latenciesUs: number[] }>}
   */
  async send (requests, { paced } = { paced: true }) {
    this.sent += requests
    this.measured.operations += requests
    const progress = { ended: false }
    const sent = withTimeout(this.measured, this.load.send(requests, paced ? this.request.everyMs : undefined), () => this.load.answered).finally(() => { progress.ended = true })
    // heard below, where it is awaited
    sent.catch(() => {})
    // what runs beside runs as long as these do, and to its own end
    while (this.beside && !progress.ended) {
      await withTimeout(this.measured, this.beside.send(1))
      this.measured.operations++
    }
    return sent
  }

  /**
   * Sends requests until the server is warm: until its cost has stopped falling, after as many of them as V8 wants to see.
   *
   * @param {WarmUp} warmUp
   * @returns {Promise<number>} µs of CPU per request at the end
   */
  async warm ({ leastRequests, mostRequests, leastMs, mostMs }) {
    const started = performance.now()
    const asking = performance.eventLoopUtilization()
    const start = await this.measured.ask('cpu')
    const steadiness = new Steadiness(STEADY)
    for (let before = start.us, stretch = FIRST_STRETCH, sent = 0; ;) {
      const requests = this.request.requests ?? Math.min(stretch, Math.ceil(mostRequests))
      const { seconds } = await this.send(requests, { paced: false })
      const { us, idleMs } = await this.measured.ask('cpu')
      sent += requests
      // in fewer ticks a stretch may seem to cost nothing, and no later one would be as cheap
      if (us - before >= STEADY_TICKS * 1000 * this.measured.cpuTickMs) steadiness.add((us - before) / requests)
      const wallMs = performance.now() - started
      const spentMs = (us - start.us) / 1000
      const isIdle = wallMs > WAITING.wallMs && idleMs - start.idleMs > wallMs * WAITING.idle
      const mayLeaveOff = leastRequests < mostRequests && performance.eventLoopUtilization(asking).utilization < WAITING.askedBusily
      this.waits = isIdle && (mayLeaveOff || wallMs > WAITING.mostWallMs)
      const isWarm = spentMs >= leastMs && sent >= leastRequests && steadiness.isSteady
      if (isWarm || sent >= mostRequests || spentMs >= mostMs || this.waits) return Math.max(us - before, 1000 * this.measured.cpuTickMs) / requests
      if (seconds * 1000 < STRETCH_MS) stretch = Math.ceil(stretch * STRETCH_GROWS)
      before = us
    }
  }

  /** Leaves out what has been measured so far. */
  forget () {
    for (const values of Object.values(this.figures)) values.length = 0
  }

  /** @param {number} count of requests, where the workload does not say its own */
  async block (count) {
    const requests = this.request.requests ?? count
    const leadIn = Math.floor(requests * LEAD_IN)
    if (!this.beside && leadIn) await this.send(leadIn)
    const before = await this.measured.ask('cpu')
    // between the two, each of which collects garbage: that would be the longest stall of some blocks
    if (this.beside) await this.measured.ask('stall')
    const { seconds, latenciesUs } = await this.send(requests)
    if (this.beside) this.figures.stall.push((await this.measured.ask('stall')).ms)
    const after = await this.measured.ask('cpu')
    this.figures.cpu.push((after.us - before.us) / requests)
    this.figures.cpuSeconds.push(after.us / 1e6)
    this.figures.operations.push(this.measured.operations)
    this.figures.opsPerSecond.push(requests / seconds)
    this.figures.p50.push(quantile(latenciesUs, 0.5) / 1000)
    this.figures.p99.push(quantile(latenciesUs, 0.99) / 1000)
  }

  /** @param {Pick<Run, 'lab' | 'bodies'>} run @param {string | null} workload */
  #loadOf (run, workload) {
    const request = findRequest(run, workload)
    return new Load({ port: this.measured.port, request, isRight: rightAnswer(run, request, workload) })
  }
}

/** @param {Pick<Run, 'bodies'>} run @param {Request} request @param {string | null} workload @returns {(body: string) => boolean} */
function rightAnswer (run, request, workload) {
  if (request.answers === 'alike') return (body) => body === run.bodies.get(workload)
  const seen = new Set()
  return (body) => seen.size < seen.add(body).size
}
