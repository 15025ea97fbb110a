import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { makeTemporaryFolder } from '@hotpath-labs/engine/files.js'
import { copyCleanEnvironment } from '@hotpath-labs/engine/process/child.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { ProcessSet } from '@hotpath-labs/engine/process/measured-process.js'
import { loadLab } from './load.js'
import { chooseSupportedFlags, chooseFlagsForVersion } from './measure/flags.js'
import { selectForNode } from './measure/node-range.js'
import { makeSubject } from './measure/trial.js'
import { startServices } from './measure/services.js'
import { listVariants, mapEntries, planClaims } from './plans.js'

/** @import { FunctionManifest, LabRequest } from './manifest.js' */

/**
 * @typedef {object} Suite of Benchmark.js
 * @property {number} [length]
 * @property {(name: string, fn: () => void, options: { onStart: () => void }) => void} add
 * @property {(event: 'cycle', listener: (event: { target: unknown }) => void) => void} on
 * @property {() => void} run
 * @property {(which: 'fastest') => { map: (field: 'name') => string[] }} filter
 */

/**
 * Benchmarks one server after the other with autocannon, as published benchmarks do, and prints autocannon's tables. Gives no verdict,
 * because the two servers are measured minutes apart.
 *
 * @param {string} folder of a server lab
 * @param {object} options of autocannon, without the url
 */
export async function runAutocannonOnLab (folder, options) {
  const { plan } = selectForNode(planClaims(await loadLab(folder)), process.version)
  const random = createRandom(0)
  const { path, method, headers, body, connections } = /** @type {LabRequest} */ (plan.workload)
  const flags = await chooseSupportedFlags(plan.programs, process.execPath)
  const services = await startServices(plan, { seed: 0, random, onProgress: () => {} })
  try {
    for (const variant of listVariants(plan)) {
      const files = mapEntries(plan.programs, ({ file }) => file)
      const how = { files, subject: makeSubject(plan), flags, node: process.execPath, env: services.env, random }
      const processSet = new ProcessSet([variant], how)
      try {
        await processSet.ready
        const port = processSet.processes.get(variant)?.port
        const flagged = flags[variant]?.length ? `, with ${flags[variant].join(' ')}` : ''
        console.log(`\n${variant}: ${plan.programs[variant].title}${flagged}`)
        const { default: autocannon } = await import('autocannon')
        const result = await autocannon({ method, headers, body, connections, ...options, url: `http://127.0.0.1:${port}${path}` })
        console.log(autocannon.printResult(result))
      } finally {
        await processSet.stop()
      }
    }
  } finally {
    await services.stop()
  }
}

/** Runs of each command. */
const RUNS = 20

/**
 * Times a lab's commands in fresh processes, in rotating order, and prints the median of each. Gives no verdict, because the machine may
 * be busier during one run than during the next.
 *
 * @param {string} folder of a command lab
 */
export async function timeCommandsOfLab (folder) {
  const { plan } = selectForNode(planClaims(await loadLab(folder)), process.version)
  const variants = listVariants(plan)
  const [words] = /** @type {FunctionManifest['workload']} */ (plan.workload).inputs(createRandom(0))
  /** @type {Map<string, number[]>} ms of each run, by variant */
  const costs = new Map(variants.map((variant) => [variant, []]))
  const temporary = makeTemporaryFolder()
  const env = { ...copyCleanEnvironment(), TMPDIR: temporary, TEMP: temporary, TMP: temporary }
  // the first run of each warms the system's caches
  for (let run = -1; run < RUNS; run++) {
    for (const index of variants.keys()) {
      const variant = variants[(index + run + variants.length) % variants.length]
      const start = performance.now()
      spawnSync(process.execPath, [plan.programs[variant].file, ...words.map(String)], { env })
      if (run >= 0) costs.get(variant)?.push(performance.now() - start)
    }
  }
  for (const variant of variants) console.log(`${variant}: ${plan.programs[variant].title}: ${median(costs.get(variant) ?? []).toFixed(1)} ms`)
}

const require = createRequire(import.meta.url)

/**
 * Times a lab's functions one after the other in this process with Benchmark.js, and prints the results. Gives no verdict, because each
 * function changes the speed of the next function.
 *
 * @param {string} folder of a function lab
 * @param {{ Suite: new () => Suite }} Benchmark the lab's own
 * @returns {Promise<void>}
 */
export async function runBenchmarkJsOnLab (folder, Benchmark) {
  const plan = planClaims(await loadLab(folder))
  const { inputs } = /** @type {FunctionManifest['workload']} */ (plan.workload)
  const [args] = inputs(createRandom(0))
  const suite = new Benchmark.Suite()
  const flagged = chooseFlagsForVersion(plan.programs, process.version)
  for (const variant of listVariants(plan)) {
    const flags = flagged[variant]
    if (flags.length) {
      console.log(`${variant} is skipped: all variants share one process here, and ${variant} needs a process with ${flags.join(' ')}`)
      continue
    }
    /** @type {(...args: any[]) => unknown} */
    let fn
    // loads a variant only when its turn comes, because a loaded file changes the speed of all functions in the process
    suite.add(variant, () => { fn(...args) }, { onStart: () => { fn = require(plan.programs[variant].file) } })
  }
  if (suite.length === 0) return
  suite.on('cycle', ({ target }) => console.log(String(target)))
  suite.run()
  console.log('Fastest is', suite.filter('fastest').map('name').join(', '))
}
