import { median } from '../stats/sample.js'
import { parseSide } from '../figures.js'
import { sendRequest, awaitServerAnswer, DrawnRequests } from '../load/http.js'
import { LOAD_MEASURING_CONSTANTS, ServerUnderLoad } from '../load/server-under-load.js'
import { warmUpWithLowerJitThresholds, usesLowerJitThresholds } from '../process/node-options.js'
import { drawSeed } from '../stats/random.js'
import { settleAllOrThrow } from '../process/measured-process.js'
import { shouldEqualizeOperationCounts, chooseGroupedOperationCounts, measureBlocksInTurn } from './turns.js'

/**
 * @import { FiguresBySide } from '../figures.js'
 * @import { Request, Others } from '../load/http.js'
 * @import { WarmUp } from '../load/server-under-load.js'
 * @import { MeasuredProcess } from '../process/measured-process.js'
 * @import { LabSubject, Load, Processes, Session } from '../measure.js'
 * @import { Prior } from '../stats/rule.js'
 */

/** Settings for measuring servers. Figures: docs/decisions/041 */
const SETTINGS = {
  /**
   * Limits of the warm-up, which ends when the CPU time per request stops falling. Most limits are numbers of requests, because V8 compiles
   * a function after a number of calls.
   */
  warmUp: { leastRequests: 2000, mostRequests: 4000, leastMs: 0, mostMs: 5000 },

  /** Number of timed blocks per process. With 8 blocks of 25 ms, ratios scatter by 3 to 7 %; with 4 blocks of 40 ms, by 6 to 24 %. */
  blocks: 16,

  /**
   * CPU time in µs of all requests in a timed block: `target`, or up to `most` if single requests are long. Too short blocks give a wrong
   * ratio: in the lab blocking-json the ratio was 15 with blocks of 12 ms, 21 to 26 with blocks of 40 ms, and 39 in a long run.
   */
  block: { target: 12e3, most: 40e3, fewest: 2, alike: 2 },
}

/** Minimum CPU time of a block, in ticks of the CPU clock: an error of 1 tick in 20 is 5 %. On Windows 20 ticks take 0.3 s. */
const TICKS = 20

/**
 * Servers whose costs differ by at most this factor get equal numbers of requests before they are timed. With a factor of 2, the additional
 * requests would take 1 s per pair.
 */
const CLOSE = 1.25

/** Constants that influence a server's figures. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
const CONSTANTS = { ...LOAD_MEASURING_CONSTANTS, TICKS, CLOSE }

/** Fewest timed blocks of a server whose requests are slow. */
const LEAST_BLOCKS = 2

/** Requests of the first warm-up series where a pair's time is limited: ten requests of 0.3 s would take all of it. */
const SHORT_STRETCH = 2

/** @typedef {{ slower: string, faster: string }} Compared two sides whose ratio is wanted */

/**
 * @typedef {object} ServerOptions
 * @property {Request} workload sent to a side without a workload in its name
 * @property {Record<string, Request>} [workloads] by name
 * @property {Compared[]} compared
 * @property {Compared[]} [warmedAlike] get equal numbers of requests before they are timed; `compared` by default
 * @property {Record<string, number>} [warmUps] requests of a program's warm-up, in place of the settings'
 * @property {number} [blocks] in place of the settings'
 * @property {Partial<typeof SETTINGS>} [settings] in place of SETTINGS
 * @property {number} [seed] of requests that a workload draws
 * @property {string} [reference] program whose answers to drawn requests are right
 * @property {number} [mostPairMs] time of all timed blocks of a pair; slow servers get fewer blocks, and a shorter warm-up
 */

/**
 * A server: the CPU time of a request, its latency, and the longest stall of the event loop.
 *
 * @implements {LabSubject}
 */
export class ServerSubject {
  static SETTINGS = SETTINGS

  /** whose hash tells an engine from another @type {unknown[]} */
  static VALUES = [SETTINGS, CONSTANTS]

  /** @type {string[]} */
  nodeFlags = []
  workerFile = 'server.mjs'

  /** the right response body, by workload; null: the usual one @type {Map<string | null, string>} */
  bodies = new Map()

  /** unique answers that a process has given @type {WeakMap<MeasuredProcess, Set<string>>} */
  unique = new WeakMap()

  /** what a drawn share of a load asks in the place of its own request, by workload @type {Map<string | null, Others>} */
  others = new Map()

  /** @param {ServerOptions} options */
  constructor ({ workload, workloads = {}, compared, warmedAlike = compared, warmUps = {}, blocks, settings, seed = drawSeed(), reference = 'slow', mostPairMs = Infinity }) {
    this.workload = workload
    this.workloads = workloads
    this.compared = compared
    this.warmedAlike = warmedAlike
    this.warmUps = warmUps
    this.mostPairMs = mostPairMs
    this.settings = { ...SETTINGS, ...settings }
    this.blocks = blocks ?? this.settings.blocks
    this.drawn = new DrawnRequests({ seed, reference })
  }

  /** @param {string | null} workload @returns {Request} */
  findRequest (workload) {
    return workload === null ? this.workload : this.workloads[workload]
  }

  /**
   * @param {Processes} processes
   * @param {string} side
   * @param {{ asksOthers?: boolean }} [how] `asksOthers`: a share of the load asks for something else
   * @returns {ServerUnderLoad} to be closed
   */
  putUnderLoad (processes, side, { asksOthers = true } = {}) {
    const { variant, workload } = parseSide(side)
    return new ServerUnderLoad(this, /** @type {MeasuredProcess} */ (processes.get(variant)), workload, { asksOthers })
  }

  /** @param {string} variant @returns {number} least number of requests that a pair sends to it */
  countRequestsOfPair (variant) {
    return (this.warmUps[variant] ?? this.settings.warmUp.leastRequests) +
      this.blocks * (this.workload.requests ?? this.settings.block.fewest)
  }

  /**
   * Warms up both compared servers, then times blocks of requests to each server in turn.
   *
   * @param {Session} session
   * @param {Processes} processes
   * @param {string[]} sides
   * @returns {Promise<FiguresBySide>} `cpu` in µs of the server's CPU per request, `p50` and `p99` of latency in ms, `stall` in ms
   */
  async measure (session, processes, sides) {
    const loads = new Map(sides.map((side) => [side, this.putUnderLoad(processes, side)]))
    const all = [...processes.values()]
    try {
      const { block, blocks: usual } = this.settings
      const warmed = await settleAllOrThrow(all.map((measured) => this.warmUp(session, measured, loads)))
      const costs = new Map(warmed.flat())
      const leastUs = 1000 * TICKS * Math.max(...all.map(({ cpuTickMs }) => cpuTickMs))
      // lengthens blocks if there are fewer: with three blocks of 12 ms, garbage was collected during a block in every other pair
      const longer = Math.max(1, usual / this.blocks)
      const bounds = { ...block, target: Math.max(block.target * longer, leastUs), most: Math.max(block.most * longer, leastUs) }
      const isFirst = !session.operationsPerBlock
      session.operationsPerBlock ??= this.#chooseOperationCounts(costs, bounds)
      await this.#equalizeRequests(loads, costs)

      const turnUs = [...costs].reduce((sum, [side, us]) => sum + us * Number(session.operationsPerBlock?.get(side)), 0)
      const blocks = Math.min(this.blocks, Math.max(LEAST_BLOCKS, Math.floor(1000 * this.mostPairMs / turnUs)))
      const turns = (/** @type {[string, ServerUnderLoad][]} */ some) =>
        measureBlocksInTurn(some, blocks, session.random, async ([side, load]) => {
          await load.block(Number(session.operationsPerBlock?.get(side)))
          session.onBlock(side, load.figures)
        })
      const pinned = [...loads].filter(([, { request }]) => request.pinned !== false)
      const unpinned = [...loads].filter(([, { request }]) => request.pinned === false)
      await session.affinity.runPinned(all, async () => {
        session.onPinned(costs)
        await turns(pinned)
        const measuredCosts = new Map(costs)
        for (const [side, { figures }] of pinned) measuredCosts.set(side, median(figures.cpu))
        const counts = listSharedCounts(session, loads)
        if (!isFirst || !shouldEqualizeOperationCounts(counts, measuredCosts, this.compared, block.alike)) return
        session.operationsPerBlock = this.#chooseOperationCounts(measuredCosts, bounds)
        for (const [, load] of pinned) load.forget()
        await turns(pinned)
      })
      if (unpinned.length) {
        await session.affinity.unpin(all)
        await turns(unpinned)
      }
      await this.drawn.check(processes)
      return new Map([...loads].map(([side, load]) => [side, load.figures]))
    } finally {
      for (const load of loads.values()) load.close()
    }
  }

  /** @param {Session} session @param {MeasuredProcess} measured @returns {Promise<Load>} */
  async startLoad (session, measured) {
    this.bodies.set(null, (await awaitServerAnswer(measured, sendRequest(measured, this.workload))).body)
    const load = new ServerUnderLoad(this, measured, null)
    const warmUp = this.#chooseWarmUp(session, measured.variant)
    return {
      warmUp: { least: warmUp.leastRequests, most: warmUp.mostRequests, mostMs: warmUp.mostMs },
      warm: () => load.warm(warmUp),
      run: (requests) => load.send(requests),
      end: () => load.close(),
    }
  }

  /**
   * Warms up a server with one workload after the other: all workloads of a process share one CPU clock, so the costs of simultaneous
   * workloads could not be separated.
   *
   * @param {Session} session
   * @param {MeasuredProcess} measured
   * @param {Map<string, ServerUnderLoad>} loads
   * @returns {Promise<[string, number][]>} µs of CPU per request, by side
   */
  async warmUp (session, measured, loads) {
    const warmUp = this.#chooseWarmUp(session, measured.variant)
    const warm = async () => {
      /** @type {[string, number][]} */
      const costs = []
      for (const [side, load] of loads) {
        if (load.measured === measured) costs.push([side, await load.warm(costs.length ? halve(warmUp) : warmUp)])
      }
      return costs
    }
    const lowersThresholds = usesLowerJitThresholds(this.warmUps[measured.variant] ?? Infinity)
    return lowersThresholds ? warmUpWithLowerJitThresholds(session, measured, warm) : warm()
  }

  /** @param {Pick<Session, 'warmUpMs'>} session @param {string} variant @returns {WarmUp} */
  #chooseWarmUp ({ warmUpMs }, variant) {
    if (warmUpMs !== undefined) return { leastRequests: 0, mostRequests: Infinity, leastMs: warmUpMs, mostMs: warmUpMs }
    const requests = this.warmUps[variant]
    const { warmUp } = this.settings
    if (requests !== undefined) return { ...warmUp, leastRequests: requests, mostRequests: requests }
    if (this.mostPairMs === Infinity) return warmUp
    return { ...warmUp, mostMs: Math.min(warmUp.mostMs, this.mostPairMs / 2), firstStretch: SHORT_STRETCH }
  }

  /**
   * Chooses how many requests a block has, so that the fewest blocks fit into a pair's time.
   *
   * @param {Map<string, number>} costs µs of CPU per request, by side
   * @param {Parameters<typeof chooseGroupedOperationCounts>[1]} bounds
   * @returns {Map<string, number>} by side
   */
  #chooseOperationCounts (costs, bounds) {
    const counts = chooseGroupedOperationCounts(costs, bounds)
    const leastMs = LEAST_BLOCKS * [...costs].reduce((sum, [side, us]) => sum + us * Number(counts.get(side)), 0) / 1000
    const share = Math.min(1, this.mostPairMs / leastMs)
    return new Map([...counts].map(([side, count]) => [side, Math.max(1, Math.floor(count * share))]))
  }

  /**
   * Sends compared servers of similar cost the same number of requests before the first block, so that V8 has compiled the code that both
   * share. When V8 compiled during the blocks of only one server, a true ratio of 1.10 was measured as 1.02.
   *
   * @param {Map<string, ServerUnderLoad>} loads
   * @param {Map<string, number>} costs µs of CPU per request
   */
  async #equalizeRequests (loads, costs) {
    // sends no further warm-up requests to servers that mostly wait: they would not get faster, and each request takes long
    const warm = new Map([...loads].filter(([, { waits }]) => !waits))
    const countMissing = (/** @type {string} */ side, /** @type {ServerUnderLoad} */ load) => {
      const apart = (/** @type {string} */ other) => Math.abs(Math.log(Number(costs.get(other)) / Number(costs.get(side))))
      const others = this.warmedAlike.flatMap(({ slower, faster }) => slower === side ? [faster] : faster === side ? [slower] : [])
      const sent = others.filter((other) => apart(other) <= Math.log(CLOSE)).map((other) => warm.get(other)?.sent ?? 0)
      return Math.max(0, ...sent) - load.sent
    }
    // repeats, because a server that gets more requests may pass another one that it is compared with
    for (;;) {
      const behind = [...warm].filter(([side, load]) => countMissing(side, load) > 0)
      if (behind.length === 0) return
      await settleAllOrThrow(behind.map(([side, load]) => load.send(countMissing(side, load), { paced: false })))
    }
  }
}

/**
 * @param {Session} session
 * @param {Map<string, ServerUnderLoad>} loads
 * @returns {Map<string, number>} requests per block of sides whose workload sets none
 */
function listSharedCounts ({ operationsPerBlock }, loads) {
  const shared = [...loads].filter(([, { request }]) => request.requests === undefined)
  return new Map(shared.map(([side]) => [side, Number(operationsPerBlock?.get(side))]))
}

/** @param {WarmUp} warmUp @returns {WarmUp} */
function halve ({ leastRequests, mostRequests, leastMs, mostMs }) {
  return { leastRequests: leastRequests / 2, mostRequests: mostRequests / 2, leastMs: leastMs / 2, mostMs: mostMs / 2 }
}
