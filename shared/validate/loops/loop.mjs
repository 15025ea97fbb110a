import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { resolveHotpathImports } from 'hotpath/internal/worker/own-package.mjs'

/**
 * A plain loop around the function of a perf file, as people write one by hand. Prints the ns of a call.
 * Arguments: file, name of the benchmark, name of its only input or '', seed.
 */

/** A second of calls before the clock starts, and the time that is measured. */
const MS = { warmUp: 1000, measured: 500 }

/**
 * About so often the clock is read, because reading it takes as long as a quick call, and the event loop turns: without a turn, the streams
 * of all calls stay alive for their `process.nextTick`. docs/decisions/070
 */
const TURN_MS = 1

/** What the last calls returned, so that V8 cannot leave them out. */
export let sink

const [file, name, input, seed] = process.argv.slice(2)
resolveHotpathImports()
await import(file)
/** @type {any} */
const shared = globalThis
const { options } = shared[Symbol.for('hotpath.benchmarks')].find((/** @type {{ name: string }} */ one) => one.name === name)
await options.setup?.()
const inputs = input ? [options.inputs[input]] : await listInputs(options.inputs ?? [undefined])
const { run } = options
const isAsync = typeof run(inputs[0])?.then === 'function'

const callAll = () => { for (const one of inputs) sink = run(one) }
const waitForAll = async () => { for (const one of inputs) sink = await run(one) }

/** Share of the time in which the event loop is idle, from which a function waits. */
const WAITS = 0.01

/** @param {number} ms @returns {Promise<{ calls: number, ns: number }>} `ns`: CPU time of this process; if it waits, all time */
async function measure (ms) {
  let [calls, rounds] = [0, 1]
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  const start = performance.now()
  for (let now = start; now - start < ms;) {
    for (let round = 0; round < rounds; round++) {
      if (isAsync) await waitForAll()
      else callAll()
    }
    calls += rounds * inputs.length
    if (performance.now() - now < TURN_MS) rounds *= 2
    await setImmediate()
    now = performance.now()
  }
  const { user, system } = process.cpuUsage(cpu)
  const wallMs = performance.now() - start
  const waits = performance.eventLoopUtilization(loop).idle > WAITS * wallMs
  return { calls, ns: waits ? wallMs * 1e6 : (user + system) * 1000 }
}

await measure(MS.warmUp)
const { calls, ns } = await measure(MS.measured)
console.log(ns / calls)
// a function may have left timers or connections
process.exit()

/** @param {any} list @returns {Promise<any[]>} */
async function listInputs (list) {
  return typeof list === 'function' ? list(createRandom(Number(seed))) : list
}
