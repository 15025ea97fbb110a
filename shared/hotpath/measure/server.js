import { sidesOf } from '../lab/sides.js'
import { isOwn } from '../sources/sources.js'
import { median } from '../stats/sample.js'
import { countCalls } from './counters.js'
import { compareRandomRequests } from './answers/random-requests.js'
import { compareResponses, describeResponse } from './answers/responses.js'
import { withLowerThresholds, usesLowerThresholds } from './lower-thresholds.js'
import { VariantFailure } from './process/failure.js'
import { sendRequest, findRequest, withTimeout } from './load/http.js'
import { allOrFirstFailure } from './all-or-first-failure.js'
import { PACE as OF_LOAD, LoadedServer } from './load/loaded-server.js'
import { needEqualCounts, chooseGroupedCounts, takeTurns } from './turns.js'

/**
 * @import { Manifest } from '../lab/manifest.js'
 * @import { Counter } from './counters.js'
 * @import { Byside } from './figures.js'
 * @import { WarmUp } from './load/loaded-server.js'
 * @import { MeasuredProcess } from './process/measured-process.js'
 * @import { Oracle, Run } from './run.js'
 */

/** What `pnpm validate grid` compares with other settings. */
export const SETTINGS = {
  /**
   * A server is warm when its CPU per request has stopped falling: after so many requests, which V8 wants to see before it compiles, and at the
   * latest after so many: not after so much CPU time, which buys a third of the work on a machine with busy neighbours. The most of it is only for
   * what would never end. A lab whose requests take milliseconds says how many it wants (`warmUp`). A further workload of a server has half of it to do: the rest is warm by then.
   */
  warmUp: { leastRequests: 2000, mostRequests: 4000, leastMs: 0, mostMs: 5000 },

  /**
   * Of each side in a round, where a lab says nothing else: many and short, because bursts and collections then spoil some of them, and a median does
   * not see those. With four of 40 ms a pair of express and fastify said 6 to 24 % of itself, with eight of 25 ms 3 to 7 %; in eight runs in turn
   * with sixteen of 12 ms the same number of pairs sufficed, or one fewer.
   */
  blocks: 16,

  /**
   * A block's CPU time in µs, the same for all: one number of requests for all sides would give the cheapest a fortieth of the dearest's time. The
   * collection at its end takes 1 to 2 ms, and weighs on all alike. Where two requests of the dearest take longer, all blocks do, up to `most`: the edges of a
   * block, and caches that the side before has emptied, made the cheap ones of blocking-json dearer. With 12 ms its ratio read 15 and pairs scattered by 23 to
   * 37 %, with 40 ms 21 to 26 and 7 to 14 %, of 39 after a long run, in the same seconds. A lab that wants fewer blocks than usual has longer ones.
   */
  block: { target: 12e3, most: 40e3, fewest: 2, alike: 2 },

  /** Whether both sides take their blocks on one processor, and whoever asks them on the others: 24 % became 7 %, and 3.1 % became 0.9, robustly. */
  pinned: true,

  /** Whether the sides take a block at the same time: it saves 0.1 s of a pair, and latencies and workloads of one process would not bear it. */
  atOnce: false,
}

/** So many ticks make a block where CPU time is told in ticks: then one more or less is 5 %. On Windows that is a third of a second. */
const TICKS = 20

/** How far apart sides may be for a few per cent to matter; to bring one to the age of another twice as fast would cost a second a pair. */
const CLOSE = 1.25

/** What decides how warm a server is and what a block of it holds, for whoever keeps answers. */
export const PACE = { ...OF_LOAD, TICKS, CLOSE }

/** Counted requests; few, because the count is exact, and with twenty the dearest lab took 3 s for them. */
const COUNTED_REQUESTS = 5

export const worker = 'server.mjs'
/** @type {string[]} */
export const flags = []

/**
 * Whether all variants answer every workload with the same status and the same body.
 * Where answers are to be unique there is nothing to compare beforehand: each is checked against all others under load.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Oracle>}
 */
export async function compare (run, processes) {
  let checked = 0
  for (const workload of [null, ...Object.keys(/** @type {any} */ (run.lab.manifest).workloads)]) {
    const request = findRequest(run, workload)
    // the lab's own first: where one of them fails, too, its services may be to blame
    const asked = [...processes].filter(([variant]) => isClaimed(run, variant, workload))
      .sort(([a], [b]) => Number(isOwn(run.lab, b)) - Number(isOwn(run.lab, a)))
    if (asked.length === 0) continue
    const answers = await allOrFirstFailure(asked.map(async ([variant, measured]) => {
      const answer = await withTimeout(measured, sendRequest(measured.port, request))
      if (answer.status < 200 || answer.status > 299) throw new VariantFailure(variant, `answered ${request.method} ${request.path} with status ${answer.status}`, [measured.stderr, answer.body].filter(Boolean).join('\n'))
      return { variant, ...answer }
    }))
    checked += answers.length
    if (request.answers === 'unique') continue
    const { expected, other } = compareResponses(answers, run.reference)
    if (other) return { verdict: 'different', checked, difference: `${request.method} ${request.path}: ${expected.variant} answers ${describeResponse(expected)}, ${other.variant} answers ${describeResponse(other)}` }
    run.bodies.set(workload, expected.body)
    const drawn = await compareRandomRequests(run, request, processes)
    checked += drawn.checked
    if (drawn.difference) return { ...drawn, checked }
  }
  return { verdict: 'same', checked, difference: null }
}

/**
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<Byside>} `cpu` in µs of the server's CPU per request, `p50` and `p99` of latency in ms, `stall` in ms
 */
export async function measure (run, processes, sides) {
  const subjects = new Map(sides.map((side) => [side, new LoadedServer(run, processes, side)]))
  try {
    const { block, atOnce, blocks: usual } = /** @type {typeof SETTINGS} */ (run.settings)
    const { blocks = usual } = /** @type {{ blocks?: number }} */ (run.lab.manifest)
    // servers warm up side by side, but a server's workloads one after the other: its CPU time is one account
    const warmed = await allOrFirstFailure([...processes.values()].map((measured) => {
      const warmUp = chooseWarmUp(run, measured.variant)
      const warm = async () => {
        /** @type {[string, number][]} */
        const costs = []
        for (const [side, subject] of subjects) if (subject.measured === measured) costs.push([side, await subject.warm(costs.length ? halve(warmUp) : warmUp)])
        return costs
      }
      return usesLowerThresholds(requestsUntilWarm(run.lab.manifest, measured.variant)) ? withLowerThresholds(run, measured, warm) : warm()
    }))
    const costs = new Map(warmed.flat())
    const leastUs = 1000 * TICKS * Math.max(...[...processes.values()].map(({ cpuTickMs }) => cpuTickMs))
    // where a lab wants few, those are long ones: with three of 12 ms a collection in one of them was in every other pair
    const longer = Math.max(1, usual / blocks)
    const bounds = { ...block, target: Math.max(block.target * longer, leastUs), most: Math.max(block.most * longer, leastUs) }
    const isFirst = !run.perBlock
    run.perBlock ??= chooseGroupedCounts(costs, bounds)
    await equalizeRequests(subjects, costs)

    run.onFirstBlock()
    const turns = (/** @type {[string, LoadedServer][]} */ some) =>
      takeTurns(some, { blocks, atOnce }, run.random, async ([side, subject]) => {
        await subject.block(Number(run.perBlock?.get(side)))
        run.onBlock?.(side, subject.figures)
      })
    const seated = [...subjects].filter(([, { request }]) => request.seated !== false)
    const free = [...subjects].filter(([, { request }]) => request.seated === false)
    await run.affinity.runPinned([...processes.values()], async () => {
      run.onPinned?.(costs)
      await turns(seated)
      const seen = new Map([...costs, ...seated.map(([side, { figures }]) => /** @type {[string, number]} */ ([side, median(figures.cpu)]))])
      if (!isFirst || !needEqualCounts(sharedCounts(run, subjects), seen, run.lab.manifest.claims.map(sidesOf), block.alike)) return
      run.perBlock = chooseGroupedCounts(seen, bounds)
      for (const [, subject] of seated) subject.forget()
      await turns(seated)
    })
    if (free.length) {
      await run.affinity.unpin([...processes.values()])
      await turns(free)
    }
    return new Map([...subjects].map(([side, subject]) => [side, subject.figures]))
  } finally {
    for (const subject of subjects.values()) subject.close()
  }
}

/** @param {Run} run @param {Map<string, LoadedServer>} subjects @returns {Map<string, number>} requests in a block of each side, where the workload does not say its own number */
function sharedCounts ({ perBlock }, subjects) {
  return new Map([...subjects].flatMap(([side, { request }]) => request.requests === undefined ? [[side, Number(perBlock?.get(side))]] : []))
}

/**
 * Brings sides that are compared closely to the same number of requests: V8 compiles what they have in common, node:http, after so many of them, on
 * threads whose CPU time counts. When it did so in one side's block and not in the other's, a true 1.10 read 1.02.
 *
 * @param {Map<string, LoadedServer>} subjects
 * @param {Map<string, number>} costs of a request
 */
async function equalizeRequests (subjects, costs) {
  // those that wait are not warm by their requests, and each of them would take its time
  const warm = [...subjects].filter(([, { waits }]) => !waits)
  await allOrFirstFailure(warm.map(async ([side, subject]) => {
    const apart = (/** @type {string} */ other) => Math.abs(Math.log(Number(costs.get(other)) / Number(costs.get(side))))
    const close = warm.filter(([other]) => apart(other) <= Math.log(CLOSE)).map(([, { sent }]) => sent)
    const missing = Math.max(...close) - subject.sent
    if (missing > 0) await subject.send(missing, { paced: false })
  }))
}

/** @param {Pick<Run, 'lab' | 'warmUpMs' | 'settings'>} run @param {string} variant @returns {WarmUp} */
export function chooseWarmUp ({ lab, warmUpMs, settings }, variant) {
  if (warmUpMs !== undefined) return { leastRequests: 0, mostRequests: Infinity, leastMs: warmUpMs, mostMs: warmUpMs }
  const { warmUp } = /** @type {typeof SETTINGS} */ (settings)
  const requests = requestsUntilWarm(lab.manifest, variant)
  return requests < Infinity ? { ...warmUp, leastRequests: requests, mostRequests: requests } : warmUp
}

/** @param {Manifest} manifest @param {string} variant @returns {number} requests that warm it, as its lab says; Infinity where it says nothing */
function requestsUntilWarm (manifest, variant) {
  return /** @type {any} */ (manifest).warmUp[variant] ?? Infinity
}

/** @param {WarmUp} warmUp @returns {WarmUp} */
function halve (warmUp) {
  return /** @type {any} */ (Object.fromEntries(Object.entries(warmUp).map(([name, amount]) => [name, amount / 2])))
}

/**
 * Counts in the servers that have been measured: starting others would cost half a second.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<Counter[]>}
 */
export function count (run, processes) {
  return countCalls(run.lab.manifest, async (side, path) => {
    const subject = new LoadedServer(run, processes, side)
    try {
      await subject.measured.ask('countFrom', { path })
      await subject.send(COUNTED_REQUESTS)
      const { calls } = await subject.measured.ask('countTo')
      return calls / COUNTED_REQUESTS
    } finally {
      subject.close()
    }
  })
}

/**
 * The lab's own workload is everybody's; another one only theirs of whom something is claimed under it: a thousand calls one after the
 * other would take five seconds to compare.
 *
 * @param {Run} run @param {string} variant @param {string | null} workload
 */
function isClaimed (run, variant, workload) {
  if (workload === null) return true
  const { claims, workloads } = /** @type {any} */ (run.lab.manifest)
  const named = [workload, ...Object.keys(workloads).filter((other) => workloads[other].beside === workload)]
  return claims.flatMap((/** @type {any} */ claim) => Object.values(sidesOf(claim))).some((/** @type {string} */ side) => named.some((name) => side === `${variant}@${name}`))
}
