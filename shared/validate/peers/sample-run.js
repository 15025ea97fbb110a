import Benchmark from 'benchmark'
import compare from 'autocannon-compare'
import { loadServerWithAutocannon } from './autocannon.js'
import { isClearlyFaster, measureLatencies } from './tinybench.js'

/** @import { Latency } from './tinybench.js' */

/**
 * @typedef {object} SampledRun
 * @property {number[]} samples cost of a call or of a request, in any unit, in the order of measurement
 * @property {unknown} summary what the tool itself compares
 */

/**
 * Measures one program alone, like a person who runs a benchmark tool before and after a change.
 *
 * @param {{ file: string, fn?: (input: any) => any, input: any, seconds: number }} question `fn`: not there for a server
 * @returns {Promise<SampledRun>}
 */
export async function measureProgramAlone ({ file, fn, input, seconds }) {
  if (!fn) {
    const { result, rates } = await loadServerWithAutocannon(file, seconds)
    return { samples: rates.map((rate) => 1 / rate), summary: result }
  }
  const run = () => { fn(input) }
  const [{ mean, moe }] = await measureLatencies([run], seconds)
  return { samples: sampleByBenchmark(run, seconds), summary: { mean, moe } }
}

/**
 * Returns true if the benchmark tool's own rule calls the later of two runs slower.
 *
 * @param {'function' | 'server'} kind
 * @param {unknown} before summary of a run
 * @param {unknown} after
 * @returns {boolean}
 */
export function isSlowerByToolRule (kind, before, after) {
  return kind === 'function'
    ? isClearlyFaster(/** @type {Latency} */ (before), /** @type {Latency} */ (after))
    : compare(before, after).aWins
}

/**
 * Takes samples with benchmark.js and not with tinybench, because tinybench sorts its samples, which hides drift.
 *
 * @param {() => void} run
 * @param {number} seconds
 */
function sampleByBenchmark (run, seconds) {
  const bench = new Benchmark(run, { maxTime: seconds })
  bench.run()
  return bench.stats.sample
}
