import { join } from 'node:path'
import { startServiceProcess } from './service-process.js'

/** @import { Service } from '@hotpath-labs/lab/measure/services.js' */

// short names, which make a lab.js easy to read: `services: [mongo({ … })]`
export { createFilesService as files } from './files.js'
export { createMongoService as mongo } from './mongo/service.js'

/**
 * Creates a service for a lab: another server, which the variants call. The environment variable DOWNSTREAM_URL has its address.
 *
 * @param {string} file in the lab's folder, in the form of a variant
 * @returns {Service} `start` throws CannotRun if the file cannot be loaded
 */
export function downstream (file) {
  return {
    programs: [file],
    async start (running, { lab, random }) {
      // server.mjs (in shared/engine/worker), which loads server variants, also loads this file: it exports the same kind of function
      const server = { name: file, worker: 'server.mjs', padding: random.int(0, 64) }
      const advice = 'Type the same command again: the lab starts another server.'
      const port = await startServiceProcess(running, server, { file: join(lab.folder, file) }, { advice })
      running.env.DOWNSTREAM_URL = `http://127.0.0.1:${port}`
    },
  }
}
