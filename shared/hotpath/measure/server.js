import { findClaimSides } from '../lab/sides.js'
import { median } from '../stats/sample.js'
import { countCalls } from './counters.js'
import { warmUpWithLowerJitThresholds, usesLowerJitThresholds } from './lower-thresholds.js'
import { settleAllOrThrow } from './settle-all-or-throw.js'
import { LOAD_MEASURING_CONSTANTS, ServerUnderLoad } from './load/server-under-load.js'
import { shouldEqualizeOperationCounts, chooseGroupedOperationCounts, measureBlocksInTurn } from './turns.js'

/**
 * @import { Manifest } from '../lab/manifest.js'
 * @import { Counter } from '../report/result-schema.js'
 * @import { FiguresBySide } from './figures.js'
 * @import { WarmUp } from './load/server-under-load.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Run } from './run.js'
 */

/** Settings for measuring servers. Figures: docs/decisions/041 */
export const SERVER_MEASURING_SETTINGS = {
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

/**
 * CPU time in ms after which an attempt's warm-up ends, whatever its requests. Only servers of several ms a request get there: `slow` of
 * jade-dev-vs-prod and of cache-queue.
 */
const MOST_WARM_UP_MS_OF_ATTEMPT = 2000

/** Constants that influence a server's figures. Changing a value invalidates recorded verdicts: CONTRIBUTING.md, "Checks". */
export const SERVER_MEASURING_CONSTANTS = { ...LOAD_MEASURING_CONSTANTS, TICKS, CLOSE }

export { SERVER_MEASURING_SETTINGS as MEASURING_SETTINGS, SERVER_MEASURING_CONSTANTS as MEASURING_CONSTANTS }

/** Number of requests in which calls are counted: few, because counts have no noise. In the slowest lab 20 requests took 3 s. */
const COUNTED_REQUESTS = 5

export { compareServerAnswers as compareAnswers } from './answers/server-answers.js'

/** File of the worker that runs in each measured process, in shared/hotpath/worker. */
export const WORKER_FILE_NAME = 'server.mjs'

/** Flags with which Node runs every measured server: none. @type {string[]} */
export const NODE_FLAGS = []

/**
 * Warms up both compared servers, then times blocks of requests to each server in turn.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<FiguresBySide>} `cpu` in µs of the server's CPU per request, `p50` and `p99` of latency in ms, `stall` in ms
 */
export async function measureSides (run, processes, sides) {
  const subjects = new Map(sides.map((side) => [side, new ServerUnderLoad(run, processes, side)]))
  try {
    const { block, blocks: usual } = /** @type {typeof SERVER_MEASURING_SETTINGS} */ (run.settings)
    const { blocks = usual } = /** @type {{ blocks?: number }} */ (run.lab.manifest)
    const warmed = await settleAllOrThrow([...processes.values()].map((measured) => warmUpServer(run, measured, subjects)))
    const costs = new Map(warmed.flat())
    const leastUs = 1000 * TICKS * Math.max(...[...processes.values()].map(({ cpuTickMs }) => cpuTickMs))
    // lengthens blocks if a lab sets fewer: with three blocks of 12 ms, garbage was collected during a block in every other pair of servers
    const longer = Math.max(1, usual / blocks)
    const bounds = { ...block, target: Math.max(block.target * longer, leastUs), most: Math.max(block.most * longer, leastUs) }
    const isFirst = !run.perBlock
    run.perBlock ??= chooseGroupedOperationCounts(costs, bounds)
    await equalizeRequests(run.lab.manifest, subjects, costs)

    run.onFirstBlock()
    const turns = (/** @type {[string, ServerUnderLoad][]} */ some) =>
      measureBlocksInTurn(some, blocks, run.random, async ([side, subject]) => {
        await subject.block(Number(run.perBlock?.get(side)))
        run.onBlock?.(side, subject.figures)
      })
    const pinned = [...subjects].filter(([, { request }]) => request.pinned !== false)
    const unpinned = [...subjects].filter(([, { request }]) => request.pinned === false)
    await run.affinity.runPinned([...processes.values()], async () => {
      run.onPinned?.(costs)
      await turns(pinned)
      const measuredCosts = new Map(costs)
      for (const [side, { figures }] of pinned) measuredCosts.set(side, median(figures.cpu))
      const compared = run.lab.manifest.claims.map(findClaimSides)
      if (!isFirst || !shouldEqualizeOperationCounts(sharedCounts(run, subjects), measuredCosts, compared, block.alike)) return
      run.perBlock = chooseGroupedOperationCounts(measuredCosts, bounds)
      for (const [, subject] of pinned) subject.forget()
      await turns(pinned)
    })
    if (unpinned.length) {
      await run.affinity.unpin([...processes.values()])
      await turns(unpinned)
    }
    return new Map([...subjects].map(([side, subject]) => [side, subject.figures]))
  } finally {
    for (const subject of subjects.values()) subject.close()
  }
}

/**
 * Warms up a server with one workload after the other: all workloads of a process share one CPU clock, so the costs of simultaneous
 * workloads could not be separated.
 *
 * @param {Run} run
 * @param {MeasuredProcess} measured
 * @param {Map<string, ServerUnderLoad>} subjects
 * @returns {Promise<[string, number][]>} µs of CPU per request, by side
 */
async function warmUpServer (run, measured, subjects) {
  const warmUp = chooseServerWarmUp(run, measured.variant)
  const warm = async () => {
    /** @type {[string, number][]} */
    const costs = []
    for (const [side, subject] of subjects) {
      if (subject.measured === measured) costs.push([side, await subject.warm(costs.length ? halve(warmUp) : warmUp)])
    }
    return costs
  }
  const lowersThresholds = usesLowerJitThresholds(requestsUntilWarm(run.lab.manifest, measured.variant))
  return lowersThresholds ? warmUpWithLowerJitThresholds(run, measured, warm) : warm()
}

/**
 * @param {Run} run
 * @param {Map<string, ServerUnderLoad>} subjects
 * @returns {Map<string, number>} requests per block of sides whose workload sets none
 */
function sharedCounts ({ perBlock }, subjects) {
  const shared = [...subjects].filter(([, { request }]) => request.requests === undefined)
  return new Map(shared.map(([side]) => [side, Number(perBlock?.get(side))]))
}

/**
 * Sends compared servers of similar cost the same number of requests before the first block, so that V8 has compiled the code that both
 * share. When V8 compiled during the blocks of only one server, a true ratio of 1.10 was measured as 1.02.
 *
 * @param {Manifest} manifest
 * @param {Map<string, ServerUnderLoad>} subjects
 * @param {Map<string, number>} costs µs of CPU per request
 */
async function equalizeRequests ({ claims, limit }, subjects, costs) {
  const compared = [...claims.map(findClaimSides), ...limit ? [{ slower: 'limit', faster: 'fast' }] : []]
  // sends no further warm-up requests to servers that mostly wait: they would not get faster, and each request takes long
  const warm = new Map([...subjects].filter(([, { waits }]) => !waits))
  await settleAllOrThrow([...warm].map(async ([side, subject]) => {
    const apart = (/** @type {string} */ other) => Math.abs(Math.log(Number(costs.get(other)) / Number(costs.get(side))))
    const others = compared.flatMap(({ slower, faster }) => slower === side ? [faster] : faster === side ? [slower] : [])
    const sent = others.filter((other) => apart(other) <= Math.log(CLOSE)).map((other) => warm.get(other)?.sent ?? 0)
    const missing = Math.max(0, ...sent) - subject.sent
    if (missing > 0) await subject.send(missing, { paced: false })
  }))
}

/** @param {Pick<Run, 'lab' | 'warmUpMs' | 'settings' | 'isAttempt'>} run @param {string} variant @returns {WarmUp} */
export function chooseServerWarmUp ({ lab, warmUpMs, settings, isAttempt }, variant) {
  if (warmUpMs !== undefined) return { leastRequests: 0, mostRequests: Infinity, leastMs: warmUpMs, mostMs: warmUpMs }
  const { warmUp: usual } = /** @type {typeof SERVER_MEASURING_SETTINGS} */ (settings)
  const warmUp = isAttempt ? { ...usual, mostMs: Math.min(usual.mostMs, MOST_WARM_UP_MS_OF_ATTEMPT) } : usual
  const requests = requestsUntilWarm(lab.manifest, variant)
  return requests < Infinity ? { ...warmUp, leastRequests: requests, mostRequests: requests } : warmUp
}

/** @param {Manifest} manifest @param {string} variant @returns {number} requests of the lab's `warmUp`; Infinity where it has none */
function requestsUntilWarm (manifest, variant) {
  return /** @type {any} */ (manifest).warmUp[variant] ?? Infinity
}

/** @param {WarmUp} warmUp @returns {WarmUp} */
function halve (warmUp) {
  return /** @type {any} */ (Object.fromEntries(Object.entries(warmUp).map(([name, amount]) => [name, amount / 2])))
}

/**
 * Counts calls in servers that have already been measured, because starting new servers would take half a second.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Counter[]>}
 */
export function countServerCalls (run, processes) {
  return countCalls(run.lab.manifest, async (side, path) => {
    const subject = new ServerUnderLoad(run, processes, side)
    try {
      await subject.measured.ask('startCount', { path })
      await subject.send(COUNTED_REQUESTS)
      const { calls } = await subject.measured.ask('stopCount')
      return calls / COUNTED_REQUESTS
    } finally {
      subject.close()
    }
  })
}
