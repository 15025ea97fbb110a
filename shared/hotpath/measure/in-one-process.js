import { createRequire } from 'node:module'
import { loadLab } from '../lab/load.js'
import { createRandom } from '../stats/random.js'
import { chooseFlagsForVersion } from './process/flags.js'

const require = createRequire(import.meta.url)

/**
 * Times a lab's functions one after the other in this process with Benchmark.js, and prints the results. Gives no verdict, because each
 * function changes the speed of the next function.
 *
 * @param {string} folder of a function lab
 * @param {any} Benchmark the lab's own
 * @returns {Promise<void>}
 */
export async function runBenchmarkJsOnLab (folder, Benchmark) {
  const { files, manifest } = await loadLab(folder)
  const { inputs } = /** @type {any} */ (manifest).workload
  const [args] = inputs(createRandom(0))
  const suite = new Benchmark.Suite()
  const flagged = chooseFlagsForVersion(manifest, process.version)
  for (const variant of Object.keys(manifest.variants)) {
    const flags = flagged[variant]
    if (flags?.length) {
      console.log(`${variant} is skipped: all variants share one process here, and ${variant} needs a process with ${flags.join(' ')}`)
      continue
    }
    /** @type {(...args: any[]) => unknown} */
    let fn
    // loads a variant only when its turn comes, because a loaded file changes the speed of all functions in the process
    suite.add(variant, () => { fn(...args) }, { onStart: () => { fn = require(files[variant]) } })
  }
  if (suite.length === 0) return
  suite.on('cycle', (/** @type {any} */ { target }) => console.log(String(target)))
  suite.run()
  console.log('Fastest is', suite.filter('fastest').map('name').join(', '))
}
