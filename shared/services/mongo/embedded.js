import { startChildProcess } from './child.js'

/** @import { Started } from './child.js' */

/**
 * Starts the embedded MongoDB server in a process of its own, on a free loopback port.
 *
 * @returns {Promise<Started>}
 * @throws {Error} when the process cannot be started
 */
export async function startEmbeddedProcess () {
  const { ready, ...child } = await startChildProcess(new URL('./embedded/process.js', import.meta.url))
  return { ...ready, ...child }
}
