import { loadLab } from '../lab/load.js'
import { createRandom } from '../stats/random.js'
import { chooseSupportedFlags } from './process/flags.js'
import { ProcessSet } from './process/process-set.js'
import { makeSubject } from './trial.js'
import { startServices } from './services.js'

/** @import { ServerManifest } from '../lab/manifest.js' */

/**
 * Benchmarks one server after the other with autocannon, as published benchmarks do, and prints autocannon's tables. Gives no verdict,
 * because the two servers are measured minutes apart.
 *
 * @param {string} folder of a server lab
 * @param {object} options of autocannon, without the url
 */
export async function runAutocannonOnLab (folder, options) {
  const lab = await loadLab(folder)
  const random = createRandom(0)
  const { path, method, headers, body, connections } = /** @type {ServerManifest} */ (lab.manifest).workload
  const flags = await chooseSupportedFlags(lab.manifest, process.execPath)
  const services = await startServices(lab, { seed: 0, random, onProgress: () => {} })
  try {
    for (const [variant, label] of Object.entries(lab.manifest.variants)) {
      const how = { files: lab.files, subject: makeSubject(lab), flags, node: process.execPath, env: services.env, random }
      const processSet = new ProcessSet([variant], how)
      try {
        await processSet.ready
        const port = processSet.processes.get(variant)?.port
        const flagged = flags[variant]?.length ? `, with ${flags[variant].join(' ')}` : ''
        console.log(`\n${variant}: ${label}${flagged}`)
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
