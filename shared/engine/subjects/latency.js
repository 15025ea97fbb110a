import { VariantFailure } from '../failures.js'
import { settleAllOrThrow } from '../process/measured-process.js'
import { averageSlowest } from '../stats/sample.js'
import { ServerSubject } from './server.js'
import { measureBlocksInTurn } from './turns.js'

/**
 * @import { FiguresBySide } from '../figures.js'
 * @import { Processes, Session } from '../measure.js'
 * @import { Prior } from '../stats/rule.js'
 * @import { ServerUnderLoad } from '../load/server-under-load.js'
 * @import { ServerOptions } from './server.js'
 */

/** Settings for measuring how long requests wait: blocks of each process, their length in ms, and that of the first requests. */
const SETTINGS = { blocks: 4, blockMs: 300, probeMs: 50, fewestRequests: 10 }

/** Share of the requests whose mean wait is compared: the slowest 5 %. */
const SLOWEST = 0.05

/** A server that takes this multiple of the time in which the requests were due cannot keep up with their rate. */
const BEHIND = 1.5

/** Series of requests of which none may keep up: another program may disturb one. */
const PROBES = 3

/** Assumed standard deviation of the log-ratio of two processes' slowest waits, and its weight in pairs: docs/decisions/068 */
export const NOISE_PRIOR_OF_WAITS = { sd: 0.2, pairs: 2 }

/**
 * A server that gets requests at a fixed rate, whatever it answers: how long they wait. Each wait begins when its request was due, so a
 * server that stalls cannot slow down its clients and so hide its own delay (coordinated omission: Tene 2013).
 */
export class LatencySubject extends ServerSubject {
  /** @override */
  static VALUES = [SETTINGS, SLOWEST, NOISE_PRIOR_OF_WAITS]

  /** @param {Omit<ServerOptions, 'settings'> & { rate: number }} options `rate`: requests per second */
  constructor ({ rate, workload, ...options }) {
    super({ ...options, workload: { ...workload, everyMs: 1000 / rate } })
    this.rate = rate
  }

  /**
   * Warms up the servers, then sends requests at the rate to each in turn.
   *
   * @override
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>} `slowest`: mean wait of the slowest 5 % in µs
   * @throws {VariantFailure} where the first side cannot keep up with the rate
   */
  async measure (session, processes, sides) {
    const loads = new Map(sides.map((side) => [side, this.putUnderLoad(processes, side)]))
    const all = [...processes.values()]
    try {
      await settleAllOrThrow(all.map((measured) => this.warmUp(session, measured, loads)))
      const requests = Math.max(SETTINGS.fewestRequests, Math.round(this.rate * SETTINGS.blockMs / 1000))
      /** @type {Map<string, number[]>} */
      const seen = new Map(sides.map((side) => [side, []]))
      await this.#checkRate(sides[0], /** @type {ServerUnderLoad} */ (loads.get(sides[0])))
      await session.affinity.runPinned(all, () => measureBlocksInTurn([...loads], SETTINGS.blocks, session.random, async ([side, load]) => {
        const { latenciesUs } = await load.send(requests)
        seen.get(side)?.push(...latenciesUs)
      }))
      return new Map([...seen].map(([side, waitsUs]) => [side, { slowest: [averageSlowest(waitsUs, SLOWEST)] }]))
    } finally {
      for (const load of loads.values()) load.close()
    }
  }

  /** @param {string} side @param {ServerUnderLoad} load @throws {VariantFailure} where it cannot keep up with the rate */
  async #checkRate (side, load) {
    const requests = Math.max(SETTINGS.fewestRequests, Math.round(this.rate * SETTINGS.probeMs / 1000))
    let achieved = 0
    for (let tries = 0; tries < PROBES && achieved * BEHIND < this.rate; tries++) {
      const { seconds, latenciesUs } = await load.send(requests)
      // subtracts the shortest wait, because a server that falls behind makes waits longer, and a constant wait shows nothing
      achieved = Math.round(requests / (seconds - Math.min(...latenciesUs) / 1e6))
    }
    if (achieved * BEHIND < this.rate) throw new VariantFailure('RATE_TOO_HIGH', side, `answers only ${achieved} requests per second of the ${this.rate} that it is sent. Choose a lower rate`)
  }

  /** @returns {Prior} the assumed noise of log-ratios */
  findPrior () {
    return NOISE_PRIOR_OF_WAITS
  }
}
