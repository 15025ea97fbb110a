import { startChild } from './child.js'

/** @import { Started } from './child.js' */

/**
 * Starts the embedded server in its own process, on a free loopback port.
 *
 * @returns {Promise<Started>}
 * @throws {Error} when the process cannot be started
 */
export async function startEmbedded () {
  const { ready, ...child } = await startChild(new URL('./embedded/process.js', import.meta.url))
  return { ...ready, ...child }
}
