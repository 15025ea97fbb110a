import { FunctionSubject } from '@hotpath-labs/engine/subjects/function.js'
import { FunctionHeapSubject, HeapSubject } from '@hotpath-labs/engine/subjects/heap.js'
import { LatencySubject } from '@hotpath-labs/engine/subjects/latency.js'
import { ServerSubject } from '@hotpath-labs/engine/subjects/server.js'

/**
 * @import { Request } from '@hotpath-labs/engine/load/http.js'
 * @import { Benchmark } from './benchmarks.js'
 * @import { How } from './machine.js'
 */

/**
 * Smallest and largest number of timed blocks of calls in one process. Results of async functions scatter by 6 to 7 % with 16 blocks, and
 * by 2 % with 64: docs/decisions/064
 */
export const BLOCKS_PER_FUNCTION_PROCESS = { fewestBlocks: 16, blocks: 64 }

/** Number of pairs whose timed blocks must fit into a benchmark's time, so that there are some to judge. A pair also starts processes. */
const PAIRS_IN_TIME = 8

/** Number of pairs of a heap that must fit: two show a leak, two confirm it, and starting processes takes the time of two more. */
const HEAP_PAIRS_IN_TIME = 6

/**
 * Settings for commands, whose runs are fresh processes: docs/decisions/064. `pairsInTime`: many short pairs, because Student's t then
 * needs fewer runs. `warmUp`: one run, which tells how many runs fit into a pair. `timesSpread`: pairs scatter only as much as their runs.
 */
export const COMMAND_SETTINGS = { pairsInTime: 24, warmUp: { leastCalls: 1, leastMs: 0, mostMs: 0 }, timesSpread: 1 }

/**
 * Reduces the number of timed blocks if several calls run at once: with n calls at once, a block takes n times as long.
 *
 * @param {number} inFlight calls at once
 */
function limitBlocks (inFlight) {
  const { fewestBlocks, blocks } = BLOCKS_PER_FUNCTION_PROCESS
  return { fewestBlocks, blocks: Math.max(fewestBlocks, Math.floor(blocks / inFlight)) }
}

/**
 * Chooses what is measured of a benchmark: a function, a command, a server or memory. For one more kind, add it here.
 *
 * @param {Benchmark} benchmark
 * @param {Omit<How, 'seed' | 'flags'>} how
 * @returns {FunctionSubject | FunctionHeapSubject | ServerSubject}
 */
export function makeSubject (benchmark, { answers: { varies, body = '' }, clock, pins, seconds = Infinity, mostSeconds = Infinity }) {
  const { kind, inFlight, request, connections, operationsPerReading } = benchmark
  const mostPairMs = 1000 * (kind === 'heap' ? mostSeconds / HEAP_PAIRS_IN_TIME : seconds / PAIRS_IN_TIME)
  // a function's inputs are drawn in its own process
  if (kind === 'fn') return new FunctionSubject({ settings: limitBlocks(inFlight), clock, pins, mostPairMs })
  if (kind === 'command') {
    const { pairsInTime, warmUp } = COMMAND_SETTINGS
    const settings = { ...limitBlocks(1), warmUp }
    return new FunctionSubject({ settings, clock: clock ?? 'wall', pins, mostPairMs: 1000 * seconds / pairsInTime })
  }
  if (!request) return new FunctionHeapSubject({ calls: operationsPerReading })
  const workload = { ...Object(request), connections, answers: varies ? /** @type {const} */ ('any') : /** @type {const} */ ('alike') }
  const subject = makeServerSubject(benchmark, workload, mostPairMs)
  subject.bodies.set(null, body)
  return subject
}

/** @param {Benchmark} benchmark @param {Request} workload @param {number} mostPairMs @returns {ServerSubject} */
function makeServerSubject ({ kind, rate, operationsPerReading: requests }, workload, mostPairMs) {
  if (kind === 'heap') return new HeapSubject({ workload, requests, mostPairMs })
  const options = { workload, mostPairMs, compared: [{ faster: 'base', slower: 'head' }, { faster: 'base', slower: 'control' }] }
  return rate ? new LatencySubject({ ...options, rate }) : new ServerSubject(options)
}
