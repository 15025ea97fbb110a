import { MeasuredProcess } from 'hotpath/measure'

/** @import { Running } from 'hotpath/measure' */

/**
 * Starts a server that a lab's variants call, in a process of its own. The process ends with the run.
 *
 * @param {Running} running
 * @param {Pick<ConstructorParameters<typeof MeasuredProcess>[0], 'variant' | 'worker' | 'padding'>} process
 * @param {Record<string, any>} request that makes the server listen
 * @param {{ describe?: (failure: string) => string, advice: string }} texts when the process has failed
 * @returns {Promise<number>} the port
 */
export async function startHelperServer (running, { variant, worker, padding }, request, { describe = (failure) => failure, advice }) {
  const measured = new MeasuredProcess({ variant, worker, padding, node: process.execPath })
  running.stops.push(() => measured.stop())
  running.pids.push(Number(measured.child.pid))
  running.reasons.push(async () => measured.failure && { variant, what: describe(measured.failure.what), stderr: advice })
  const { port } = await measured.ask('load', request)
  return port
}
