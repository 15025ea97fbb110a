import { join } from 'node:path'
import { startServiceProcess } from './service-process.js'

/** @import { Counted, Service } from '@hotpath-labs/lab/measure/services.js' */

// short names, which make a lab.js easy to read: `services: [mongo({ … })]`
export { createFilesService as files } from './files.js'
export { createMongoService as mongo } from './mongo/service.js'

/** Counters of a lab with another server. @type {Record<string, Counted>} */
const COUNTERS = {
  'downstream:requests': {
    module: new URL('./downstream-requests.mjs', import.meta.url).href,
    says: (times, operation) => `calls the other server ${times === '1' ? 'once' : `${times} times`} per ${operation}`,
  },
}

/**
 * Creates a service for a lab: another server, which the variants call. The environment variable DOWNSTREAM_URL has its address.
 *
 * @param {string} file in the lab's folder, in the form of a variant
 * @param {{ changes?: string }} [options] `changes`: path to which a PUT changes what the server answers
 * @returns {Service} `start` throws CannotRun if the file cannot be loaded
 */
export function downstream (file, { changes } = {}) {
  return {
    counters: COUNTERS,
    programs: [file],
    async start (running, { plan: { lab }, random }) {
      // server.mjs (in shared/engine/worker), which loads server variants, also loads this file: it exports the same kind of function
      const server = { name: file, worker: 'server.mjs', padding: random.int(0, 64) }
      const advice = 'Try again: the lab starts another server.'
      const port = await startServiceProcess(running, server, { file: join(lab.folder, file) }, { advice })
      const url = running.env.DOWNSTREAM_URL = `http://127.0.0.1:${port}`
      if (changes) running.changes.push(async () => { await (await fetch(`${url}${changes}`, { method: 'PUT' })).arrayBuffer() })
    },
  }
}
