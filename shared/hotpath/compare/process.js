import { MeasuredProcess, forkWorkerWithGroup, MOST_PADDING } from '@hotpath-labs/engine/process/measured-process.js'

/**
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { Side } from '../sides/sides.js'
 */

/** Variables that attach a debugger, a coverage report or a cache of compiled code to each measured process. */
const DISTURBING = /^(?:NODE_V8_COVERAGE|NODE_COMPILE_CACHE|NODE_TEST_CONTEXT|VSCODE_INSPECTOR_OPTIONS)$/i

/** Flags in NODE_OPTIONS that do the same, and loaders of debuggers and coverage tools. */
const DISTURBING_FLAG = /^--(?:inspect|debug-port|cpu-prof|heap-prof|prof\b|test\b|experimental-test-coverage)|js-debug|bootloader|processinfo|\b(?:nyc|c8)\b/

/** Variables of the channel to a parent process, which are not the user's. */
const CHANNEL = /^NODE_(?:CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/i

/** Pattern for one flag of NODE_OPTIONS, whose value may be in quotes or a word of its own. */
const FLAG = /(?:[^\s"]|"(?:\\.|[^"\\])*")+(?:\s+(?!-)(?:[^\s"]|"(?:\\.|[^"\\])*")+)?/g

/**
 * Reads the environment for measured processes and for `--setup`: the user's, without the variables that disturb measuring.
 *
 * @returns {{ env: Record<string, string | undefined>, removed: string[] }} `env`: undefined removes a variable
 */
export function readUserEnvironment () {
  const { NODE_OPTIONS = '', ...rest } = process.env
  const flags = NODE_OPTIONS.match(FLAG) ?? []
  const kept = flags.filter((flag) => !DISTURBING_FLAG.test(flag))
  /** @type {Record<string, string | undefined>} */
  const env = { ...rest, NODE_OPTIONS: kept.length ? kept.join(' ') : undefined }
  const disturbing = Object.keys(rest).filter((name) => DISTURBING.test(name))
  for (const name of Object.keys(rest)) if (DISTURBING.test(name) || CHANNEL.test(name)) env[name] = undefined
  return {
    env,
    removed: [...disturbing, ...flags.filter((flag) => !kept.includes(flag)).map((flag) => `${flag.split(/[\s=]/)[0]} of NODE_OPTIONS`)],
  }
}

const WORKER = new URL('../worker/worker.mjs', import.meta.url)

/** Time limit for `setup` and `listen` in ms, long enough to start a database. */
const STARTS_WITHIN_MS = 60_000

/** Error messages for an exceeded time limit, by the name of the unanswered request. @type {Record<string, (seconds: number) => string>} */
const TIMEOUTS = {
  list: (seconds) => `did not load within ${seconds} s. Does the perf file loop endlessly, or does a top-level await never end?`,
  load: (seconds) => `did not finish setup within ${seconds} s. Does setup, or a top-level await, wait for something that never comes?`,
  answers: (seconds) => `did not end a call of the perf file's run within ${seconds} s: is there an endless loop, or a promise that never settles? If each call takes that long, give it less to do.`,
}

/** Time limit for `teardown` in ms. */
const ENDS_WITHIN_MS = 5000

/**
 * Starts a process that runs the benchmarks of one program: base or head.
 *
 * @param {Side} side
 * @param {string} name for messages
 * @param {{ random: Random, flags?: string[], hangsAfterMs?: number }} how `hangsAfterMs`: limit of time of an answer
 * @returns {MeasuredProcess}
 */
export function startProcess (side, name, { random, flags = [], hangsAfterMs }) {
  return new MeasuredProcess({
    variant: name,
    worker: WORKER,
    node: side.node ?? process.execPath,
    flags,
    env: /** @type {Record<string, string>} */ (readUserEnvironment().env),
    padding: random.int(0, MOST_PADDING),
    cwd: side.folder,
    // Wait longer than the time limit of `setup`: if `setup` hangs, the error message must name `setup`, not a busy machine.
    patientForMs: 2 * STARTS_WITHIN_MS,
    hangsAfterMs,
    describeTimeout: (question, seconds) => TIMEOUTS[question]?.(seconds),
    // a database that `setup` started is killed too
    launch: forkWorkerWithGroup,
  })
}

/**
 * Loads a benchmark into a measured process, runs its `setup` and starts its server.
 *
 * @param {MeasuredProcess} measured
 * @param {Benchmark} benchmark
 * @param {{ file: string, seed: number, wholePasses?: boolean }} what `wholePasses`: an operation is a call of a function with each input
 * @returns {Promise<string>} the version of Node
 */
export async function loadBenchmark (measured, { name, input }, { file, seed, wholePasses = false }) {
  const { node, port = 0, isTls = false, isHttp2 = false, cpuTickMs = 0 } = await measured.ask('load', { file, name, seed, input, wholePasses }, STARTS_WITHIN_MS)
  measured.port = port
  measured.isTls = isTls
  measured.isHttp2 = isHttp2
  measured.cpuTickMs = cpuTickMs
  return node
}

/**
 * Runs a benchmark's `teardown` and ends its process.
 *
 * @param {MeasuredProcess} measured
 * @param {{ writes?: boolean }} [how] `writes`: the process exits by itself, and writes its profile
 */
export async function tearDownAndEndProcess (measured, { writes = false } = {}) {
  // Ignore a failed teardown, because the result must not be lost. The process and its group are killed in any case.
  await measured.ask('teardown', {}, ENDS_WITHIN_MS).catch(() => {})
  await (writes ? measured.leave() : measured.stop())
}
