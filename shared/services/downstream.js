import { join } from 'node:path'
import { startHelperServer } from './companion.js'

/** @import { Service } from 'hotpath/measure' */

/**
 * Starts a server of the lab that its variants call. The environment variable DOWNSTREAM_URL has the server's address.
 *
 * @param {string} file in the lab's folder, in the form of a variant
 * @returns {Service}
 */
export function downstream (file) {
  return {
    name: 'downstream',
    programs: [file],
    async start (running, { lab, random }) {
      const process = { variant: file, worker: 'server.mjs', padding: random.int(0, 64) }
      const advice = 'Type the same command again: the lab starts another server.'
      const port = await startHelperServer(running, process, { file: join(lab.folder, file) }, { advice })
      running.env.DOWNSTREAM_URL = `http://127.0.0.1:${port}`
    },
  }
}
