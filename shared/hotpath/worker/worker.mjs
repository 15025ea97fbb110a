import { pathToFileURL } from 'node:url'
import engine from '@hotpath-labs/engine/worker/index.cjs'
import { CommandBenchmark } from './command.mjs'
import { FunctionBenchmark } from './function.mjs'
import { resolveHotpathImports } from './own-package.mjs'
import { ServerBenchmark } from './server.mjs'

/**
 * @import { FunctionOptions, HeapOfCallsOptions, HeapOptions, ServerOptions } from '../perf-file.d.ts'
 *
 * @typedef {object} Declared a benchmark of a perf file
 * @property {'fn' | 'command' | 'server' | 'heap'} kind
 * @property {string} name
 * @property {Partial<Omit<FunctionOptions<any, any> & ServerOptions, 'answer' | 'margin'> & HeapOptions & HeapOfCallsOptions<any, any>>}
 *   options of its kind
 */

/** The benchmark that this process has loaded. @type {FunctionBenchmark | ServerBenchmark} */
let loaded

/** Classes of benchmarks, by kind; the others are servers. @type {Record<string, any>} */
const KINDS = { fn: FunctionBenchmark, command: CommandBenchmark }

engine.threads.watch()

/** Forwards a request to the loaded benchmark's method of the same name. @param {string} question */
const pass = (question) => (/** @type {unknown} */ request) => loaded[question](request)

engine.channel.answer({
  /** Lists the benchmarks that a perf file declares. */
  async list ({ file }) {
    const declared = await importPerfFile(file)
    return { node: process.version, benchmarks: declared.map(describe) }
  },

  /** Loads one benchmark of a perf file, runs its `setup` and starts its server. */
  async load ({ file, name, seed, input, wholePasses = false }) {
    const declared = (await importPerfFile(file)).find((one) => one.name === name)
    if (!declared) throw new Error(`the perf file declared the benchmark ${name} at first, but not when the file was loaded again. Declare the same benchmarks each time`)
    const Kind = KINDS[declared.kind] ?? (declared.options.run ? FunctionBenchmark : ServerBenchmark)
    loaded = new Kind(declared.options, seed, input)
    loaded.wholePasses = wholePasses
    await declared.options.setup?.()
    return { node: process.version, ...await loaded.start() }
  },

  async teardown () {
    await loaded?.options.teardown?.()
    return {}
  },

  ...Object.fromEntries(['inputs', 'stretch', 'block', 'checkAnswers', 'threads', 'answers', 'answer', 'sayInput', 'each', 'cpu', 'peak', 'heap', 'allocated', 'pick'].map((question) => [question, pass(question)])),
}, { mayKill: true })

/** @param {string} file absolute @returns {Promise<Declared[]>} its benchmarks */
async function importPerfFile (file) {
  resolveHotpathImports(file)
  await import(pathToFileURL(file).href).catch((error) => {
    if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    throw new Error(`Node ${process.version} does not load a file of this type. Use Node 22.18 or newer for .ts, or a loader: --import tsx`)
  })
  return /** @type {typeof globalThis & Record<symbol, Declared[] | undefined>} */ (globalThis)[Symbol.for('hotpath.benchmarks')] ?? []
}

/** @param {Declared} declared @returns {object} what the measuring process needs to know */
function describe ({ kind, name, options }) {
  const { requests, connections, rate, tolerance, inFlight, margin, answer, inputs } = options
  const operationsPerReading = options.requestsPerReading ?? options.callsPerReading
  const isNamed = typeof inputs === 'object' && !Array.isArray(inputs)
  const inputNames = isNamed ? Object.keys(inputs) : undefined
  return { kind, name, requests, connections, rate, operationsPerReading, tolerance, inFlight, margin, picks: Boolean(answer), inputNames }
}
