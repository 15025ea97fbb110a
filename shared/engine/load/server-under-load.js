import { performance } from 'node:perf_hooks'
import { quantile } from '../stats/sample.js'
import { STEADY_UNDER_LOAD, SteadinessDetector } from '../warm-up.js'
import { awaitServerAnswer } from './http.js'
import { Http2LoadGenerator } from './http2.js'
import { LoadGenerator } from './load-generator.js'

/**
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { ServerSubject } from '../subjects/server.js'
 * @import { Request, Others } from './http.js'
 * @import { Asked } from './load-generator.js'
 */

/**
 * Number of unmeasured requests before a block, as a share of the block's requests. These requests fill CPU caches: without them a request
 * to fastify took 22 µs instead of 17 µs.
 */
const LEAD_IN = 0.4

/** Number of requests in the first series of the warm-up. Further series send more requests, until a series takes STRETCH_MS. */
const FIRST_STRETCH = 10
const STRETCH_GROWS = 1.5
const STRETCH_MS = 100

/**
 * Minimum CPU time of a series of warm-up requests, in ticks of the CPU clock. The cost of a shorter series is too inexact and is ignored.
 * Three ticks take 47 ms on Windows.
 */
const STEADY_TICKS = 3

/** Limits that end the warm-up of a server that mostly waits and uses hardly any CPU time: docs/decisions/041 */
const WAITING = { wallMs: 250, idle: 0.7, askedBusily: 0.6, mostWallMs: 5000 }

/**
 * @typedef {object} WarmUp
 * @property {number} leastRequests
 * @property {number} mostRequests
 * @property {number} leastMs of CPU time
 * @property {number} mostMs of CPU time
 * @property {number} [firstStretch] requests of the first series, in place of FIRST_STRETCH
 */

/** Fewest sockets per request that count, because a ratio needs a cost above 0, and a server that keeps its sockets opens none. */
const FEWEST_SOCKETS = 0.01

/** Constants that influence measurements under load. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
export const LOAD_MEASURING_CONSTANTS = { LEAD_IN, FIRST_STRETCH, STRETCH_GROWS, STRETCH_MS, STEADY_UNDER_LOAD, STEADY_TICKS, WAITING }

/** @typedef {Pick<ServerSubject, 'findRequest' | 'bodies' | 'others' | 'drawn' | 'unique'>} Loading */

/** A program's server, together with the load generator of one workload. */
export class ServerUnderLoad {
  /** @param {Loading} subject @param {MeasuredProcess} measured @param {string | null} workload @param {{ asksOthers: boolean }} [how] */
  constructor (subject, measured, workload, { asksOthers } = { asksOthers: true }) {
    this.measured = measured
    this.asksOthers = asksOthers
    this.request = subject.findRequest(workload)
    this.load = this.#createLoad(subject, workload)
    this.background = this.request.background === undefined ? undefined : this.#createLoad(subject, this.request.background)
    /** number of requests that the server has answered */
    this.sent = 0
    /** true if the warm-up ended early because the server is mostly idle */
    this.waits = false
    /** values of each figure, one a block @type {Record<string, number[]>} */
    this.figures = {}
  }

  close () {
    this.load.close()
    this.background?.close()
  }

  /**
   * Sends requests to the server. If the workload has a background workload, sends background requests at the same time.
   *
   * @param {number} requests
   * @param {{ paced: boolean }} [how] paced: at the workload's pace, else as fast as possible
   * @returns {Promise<{ seconds: number, latenciesUs: number[], bytes: number[] }>} `bytes`: of each answer, with its head
   */
  async send (requests, { paced } = { paced: true }) {
    this.sent += requests
    this.measured.operations += requests
    const progress = { ended: false }
    const sending = this.load.send(requests, paced ? this.request.everyMs : undefined)
    const sent = awaitServerAnswer(this.measured, sending, { answered: () => this.load.answered }).finally(() => { progress.ended = true })
    // prevents an unhandled rejection: `sent` is awaited only after the background workload has ended
    sent.catch(() => {})
    // sends background requests one by one until the main requests are answered
    while (this.background && !progress.ended) {
      await awaitServerAnswer(this.measured, this.background.send(1))
      this.measured.operations++
    }
    return sent
  }

  /**
   * Sends requests until the CPU time per request has stopped falling.
   *
   * @param {WarmUp} warmUp
   * @returns {Promise<number>} µs of CPU per request at the end
   */
  async warm ({ leastRequests, mostRequests, leastMs, mostMs, firstStretch = FIRST_STRETCH }) {
    const started = performance.now()
    const asking = performance.eventLoopUtilization()
    const start = await this.measured.ask('cpu')
    const steadiness = new SteadinessDetector(STEADY_UNDER_LOAD)
    for (let before = start.us, stretch = firstStretch, sent = 0; ;) {
      const requests = this.request.requests ?? Math.min(stretch, Math.ceil(mostRequests))
      const { seconds } = await this.send(requests, { paced: false })
      const { us, idleMs } = await this.measured.ask('cpu')
      sent += requests
      // ignores a series with few CPU clock ticks: after a measured cost of 0, all later series would look too expensive to end the warm-up
      if (us - before >= STEADY_TICKS * 1000 * this.measured.cpuTickMs) steadiness.add((us - before) / requests)
      const wallMs = performance.now() - started
      const spentMs = (us - start.us) / 1000
      const isIdle = wallMs > WAITING.wallMs && idleMs - start.idleMs > wallMs * WAITING.idle
      const mayLeaveOff = leastRequests < mostRequests && performance.eventLoopUtilization(asking).utilization < WAITING.askedBusily
      this.waits = isIdle && (mayLeaveOff || wallMs > WAITING.mostWallMs)
      const isWarm = spentMs >= leastMs && sent >= leastRequests && steadiness.isSteady
      if (isWarm || sent >= mostRequests || spentMs >= mostMs || this.waits) {
        return Math.max(us - before, 1000 * this.measured.cpuTickMs) / requests
      }
      if (seconds * 1000 < STRETCH_MS) stretch = Math.ceil(stretch * STRETCH_GROWS)
      before = us
    }
  }

  /** Discards the figures of all blocks measured so far. */
  forget () {
    for (const values of Object.values(this.figures)) values.length = 0
  }

  /** Sends and measures the requests of one block. @param {number} count of requests, where the workload sets none */
  async block (count) {
    const requests = this.request.requests ?? count
    const leadIn = Math.floor(requests * LEAD_IN)
    if (!this.background && leadIn) await this.send(leadIn)
    const before = await this.measured.ask('cpu')
    // resets `stall` only after reading `cpu`, because reading `cpu` collects garbage: this pause would be the longest stall of some blocks
    if (this.background) await this.measured.ask('stall')
    const { seconds, latenciesUs, bytes } = await this.send(requests)
    const stall = this.background && (await this.measured.ask('stall')).ms
    const after = await this.measured.ask('cpu')
    this.#add({
      cpu: (after.us - before.us) / requests,
      peak: (await this.measured.ask('peak')).bytes,
      opsPerSecond: requests / seconds,
      p50: quantile(latenciesUs, 0.5) / 1000,
      p99: quantile(latenciesUs, 0.99) / 1000,
      cpuSeconds: after.us / 1e6,
      operations: this.measured.operations,
      sockets: Math.max((after.socketsOpened - before.socketsOpened) / requests, FEWEST_SOCKETS),
      // a short block may have had other requests only
      bytes: bytes.length ? bytes.reduce((sum, size) => sum + size, 0) / bytes.length : undefined,
      stall,
    })
  }

  /** @param {Record<string, number | undefined>} block its figures; undefined for what was not measured */
  #add (block) {
    for (const [name, value] of Object.entries(block)) {
      if (value !== undefined) (this.figures[name] ??= []).push(value)
    }
  }

  /** @param {Loading} subject @param {string | null} workload */
  #createLoad (subject, workload) {
    const request = subject.findRequest(workload)
    const seen = subject.unique.get(this.measured) ?? new Set()
    subject.unique.set(this.measured, seen)
    const findFault = createCheck(request, () => subject.bodies.get(workload), seen)
    const { variant } = this.measured
    const findOthers = () => this.asksOthers ? subject.others.get(workload) : undefined
    const draw = () => request.draw ? subject.drawn.draw(request, this.measured) : drawOther(variant, findOthers())
    const Generator = this.measured.isHttp2 ? Http2LoadGenerator : LoadGenerator
    return new Generator({ place: this.measured, request, findFault, draw })
  }
}

/** Number of unique answers that are judged together. */
const ANSWERS_JUDGED_TOGETHER = 200

/**
 * @param {Request} request
 * @param {() => string | undefined} findRight
 * @param {Set<string>} seen unique answers so far
 * @returns {(body: string) => string | undefined} says what is wrong with an answer
 */
function createCheck ({ answers, findFault }, findRight, seen) {
  if (answers === 'any') return () => undefined
  const quote = (/** @type {string} */ body) => `under load: ${JSON.stringify(body.slice(0, 120))}`
  if (answers === 'alike') return (body) => body === findRight() ? undefined : `gave a wrong answer ${quote(body)}`
  /** @type {string[]} */
  let bodies = []
  return (body) => {
    if (seen.size === seen.add(body).size) return `gave two requests the same answer ${quote(body)}`
    bodies.push(body)
    if (bodies.length < ANSWERS_JUDGED_TOGETHER) return
    const fault = findFault?.(bodies)
    bodies = []
    return fault
  }
}

/** @param {string} variant @param {Others} [others] @returns {Asked | undefined} */
function drawOther (variant, { share, asked, variants } = { share: 0, asked: [], variants: [] }) {
  const isOther = variants.includes(variant) && Math.random() < share
  return isOther ? asked[Math.floor(Math.random() * asked.length)] : undefined
}
