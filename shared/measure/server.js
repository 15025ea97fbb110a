import { splitSide } from '../lab/define.js'
import { countAll } from './counters.js'
import { VariantFailure } from './failure.js'
import { ask } from './http.js'
import { Load } from './load.js'
import { allOrFirstFailure } from './process.js'
import { sharedCount, takeTurns } from './turns.js'

/**
 * CPU time of each server before it is measured, and half of it again for every further workload: V8 is done with the hot paths of express after 0.45 s of it, of fastify and node:http
 * after 0.35 s. What a stretch costs is no sign: it stays the same for a while before the compiled code comes.
 */
const WARM_UP_CPU_US = 450e3

/** Requests between two looks at that CPU time. */
const WARM_UP_REQUESTS = 500

/** Requests that begin a block and are not measured: they bring a server's code and data back into the caches that its sibling had. */
const LEAD_IN = 100

/** Blocks of each side in a round. */
const BLOCKS = 6

/** A block's CPU time: of the cheapest side at least, of the dearest at most. */
const BLOCK_US = { least: 4e3, most: 250e3 }

/** Counted requests; few, because the count is exact. */
const COUNTED_REQUESTS = 100

/** @typedef {import('./run.js').Run} Run @typedef {import('./process.js').MeasuredProcess} MeasuredProcess */

export const worker = 'server.mjs'
/** @type {string[]} */
export const flags = []

/**
 * Whether all variants answer every workload with the same status and the same body.
 * Where answers are to be unique there is nothing to compare beforehand: each is checked against all others under load.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<import('./run.js').Oracle>}
 */
export async function compare (run, processes) {
  let checked = 0
  for (const workload of workloadsIn(run)) {
    const request = requestOf(run, workload)
    const answers = await allOrFirstFailure([...processes].map(async ([variant, measured]) => {
      const answer = await within(measured, ask(measured.port, request))
      if (answer.status < 200 || answer.status > 299) throw new VariantFailure(variant, `answered ${request.method} ${request.path} with status ${answer.status}`, measured.stderr || answer.body)
      return { variant, ...answer }
    }))
    checked += answers.length
    if (request.answers === 'unique') continue
    const expected = /** @type {{ body: string }} */ (answers.find(({ variant }) => variant === run.reference))
    const other = answers.find(({ body }) => body !== expected.body)
    if (other) {
      return { verdict: 'different', checked, difference: `${request.method} ${request.path}: ${run.reference} answers ${quote(expected.body)}, ${other.variant} answers ${quote(other.body)}` }
    }
    run.bodies.set(workload, expected.body)
  }
  return { verdict: 'same', checked, difference: null }
}

/**
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @param {string[]} sides
 * @returns {Promise<import('./run.js').Round>} µs of the server's CPU per request
 */
export async function measure (run, processes, sides) {
  const subjects = new Map(sides.map((side) => [side, new Subject(run, processes, side)]))
  try {
    const warmUpUs = run.warmUpMs ? run.warmUpMs * 1000 : WARM_UP_CPU_US
    // servers warm up side by side, but a server's workloads one after the other: its CPU time is one account
    const warmed = await allOrFirstFailure([...processes.values()].map(async (measured) => {
      const costs = []
      for (const subject of subjects.values()) if (subject.measured === measured) costs.push(await subject.warm(costs.length ? warmUpUs / 2 : warmUpUs))
      return costs
    }))
    run.perBlock ??= Math.max(sharedCount(warmed.flat(), BLOCK_US), ...sides.map((side) => requestOf(run, splitSide(side).workload).connections))
    const requests = run.perBlock

    run.onFirstBlock()
    const costs = await takeTurns(sides, BLOCKS, run.random, (side) => /** @type {Subject} */ (subjects.get(side)).block(requests))
    return { costs, figures: new Map([...subjects].map(([side, subject]) => [side, subject.figures])) }
  } finally {
    for (const subject of subjects.values()) subject.load.close()
  }
}

/**
 * Counts in the servers that have been measured: starting others would cost half a second.
 *
 * @param {Run} run
 * @param {Map<string, MeasuredProcess>} processes
 * @returns {Promise<import('./counters.js').Counter[]>}
 */
export function count (run, processes) {
  return countAll(run.lab.manifest, async (side, path) => {
    const subject = new Subject(run, processes, side)
    try {
      await subject.measured.ask('countFrom', { path })
      await subject.send(COUNTED_REQUESTS)
      const { calls } = await subject.measured.ask('countTo')
      return calls / COUNTED_REQUESTS
    } finally {
      subject.load.close()
    }
  })
}

/** A server under the load of one side. */
export class Subject {
  /** @param {Run} run @param {Map<string, MeasuredProcess>} processes @param {string} side */
  constructor (run, processes, side) {
    const { variant, workload } = splitSide(side)
    const request = requestOf(run, workload)
    this.measured = /** @type {MeasuredProcess} */ (processes.get(variant))
    this.load = new Load({ port: this.measured.port, request, isRight: rightAnswer(run, request, workload) })
    /** @type {Record<string, number[]>} */
    this.figures = { cpu: [], opsPerSecond: [], latencyUs: [] }
  }

  /** @param {number} requests */
  send (requests) {
    return within(this.measured, this.load.send(requests))
  }

  /** @param {number} cpuUs to spend @returns {Promise<number>} µs of CPU per request at the end */
  async warm (cpuUs) {
    const { us: start } = await this.measured.ask('cpu')
    for (let before = start; ;) {
      await this.send(WARM_UP_REQUESTS)
      const { us } = await this.measured.ask('cpu')
      if (us - start > cpuUs) return (us - before) / WARM_UP_REQUESTS
      before = us
    }
  }

  /** @param {number} requests @returns {Promise<number>} µs of CPU per request */
  async block (requests) {
    await this.send(LEAD_IN)
    const before = await this.measured.ask('cpu')
    const { seconds, latenciesUs } = await this.send(requests)
    const after = await this.measured.ask('cpu')
    const cost = (after.us - before.us) / requests
    this.figures.cpu.push(cost)
    this.figures.opsPerSecond.push(requests / seconds)
    this.figures.latencyUs.push(...latenciesUs)
    return cost
  }
}

/**
 * The outcome of something that a server is to do, unless it hangs, dies, or breaks the connection.
 *
 * @template T
 * @param {MeasuredProcess} measured
 * @param {Promise<T>} doing
 * @returns {Promise<T>}
 */
async function within (measured, doing) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const hanging = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new VariantFailure(measured.variant, `left requests unanswered for ${measured.hangsAfterMs / 1000} s`, measured.stderr)), measured.hangsAfterMs)
  })
  try {
    return await Promise.race([doing, hanging, measured.failed])
  } catch (error) {
    throw error instanceof VariantFailure ? error : await measured.reasonFor(error.message)
  } finally {
    clearTimeout(timer)
  }
}

/** @param {Run} run @param {import('../lab/define.js').Request} request @param {string | null} workload @returns {(body: string) => boolean} */
function rightAnswer (run, request, workload) {
  if (request.answers === 'alike') return (body) => body === run.bodies.get(workload)
  const seen = new Set()
  return (body) => seen.size < seen.add(body).size
}

/** @param {Run} run @returns {(string | null)[]} null is the lab's own */
function workloadsIn (run) {
  return [null, ...Object.keys(/** @type {any} */ (run.lab.manifest).workloads)]
}

/** @param {Run} run @param {string | null} workload @returns {import('../lab/define.js').Request} */
function requestOf (run, workload) {
  const manifest = /** @type {any} */ (run.lab.manifest)
  return workload === null ? manifest.workload : manifest.workloads[workload]
}

/** @param {string} body */
function quote (body) {
  return JSON.stringify(body.length > 80 ? `${body.slice(0, 80)}…` : body)
}
