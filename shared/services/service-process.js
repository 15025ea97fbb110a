import { CannotRun, VariantFailure } from '@hotpath-labs/engine/failures.js'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'

/** @import { Running } from '@hotpath-labs/lab/measure/services.js' */

/**
 * @typedef {object} HelperServer
 * @property {string} name for messages, such as a file's name
 * @property {string | URL} worker URL of a file that answers the request `load` with `{ port }`; a plain name is in shared/engine/worker
 * @property {number} padding random bytes of environment, if variants wait for the server's own work; else 0
 */

/**
 * Starts a server that a lab's variants call, in a process of its own. The process ends with the run.
 *
 * @param {Running} running
 * @param {HelperServer} server
 * @param {Record<string, any>} request fields of the request `load`, which makes the server listen
 * @param {{ describe?: (failure: string) => string, advice: string }} texts `describe` continues the name; `advice` helps after a crash
 * @returns {Promise<number>} the port
 * @throws {CannotRun} when the server cannot be loaded
 */
export async function startServiceProcess (running, { name, worker, padding }, request, { describe = (failure) => failure, advice }) {
  const measured = new MeasuredProcess({ variant: name, worker, padding, node: process.execPath })
  running.stops.push(() => measured.stop())
  running.pids.push(Number(measured.child.pid))
  running.reasons.push(async () => measured.failure && new CannotRun('SERVICE_FAILED', name, describe(measured.failure.what), advice))
  try {
    const { port } = await measured.ask('load', request)
    return port
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    // shows the server's stderr, which has the error's stack, unless the server was killed and printed nothing
    const help = error.stderr ? `Repair ${name}, which printed:\n${error.stderr.trimEnd()}` : `Repair ${name}, or type the same command again.`
    throw new CannotRun('SERVICE_FAILED', name, describe(error.what), help)
  }
}
