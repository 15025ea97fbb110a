import autocannon from 'autocannon'
import { loadLab } from '../lab/find.js'
import { seeded } from '../stats/random.js'
import { Fleet } from './fleet.js'
import * as kind from './server.js'

/**
 * Loads one server after the other with autocannon and prints its own tables, as somebody would who follows the book.
 * No verdict comes of this: the sides are minutes apart. `pnpm lab` gives one.
 *
 * @param {string} folder of a server lab
 * @param {object} options of autocannon, beside the url
 */
export async function benchServers (folder, options) {
  const lab = await loadLab(folder)
  for (const [variant, label] of Object.entries(lab.manifest.ladder)) {
    const fleet = new Fleet([variant], { files: lab.files, kind, node: process.execPath, random: seeded(0) })
    await fleet.ready
    const port = fleet.processes.get(variant)?.port
    const { path, ...request } = /** @type {any} */ (lab.manifest).workload
    console.log(`\n${variant}: ${label}`)
    const result = await autocannon({ ...request, ...options, url: `http://127.0.0.1:${port}${path}`, answers: undefined })
    console.log(autocannon.printResult(result))
    await fleet.stop()
  }
}
