import { startChild } from './child.js'

/**
 * Starts the embedded server in a process of its own, on a free loopback port.
 *
 * @returns {Promise<{ url: string, engine: 'embedded', version: string, pid: number, lost: Promise<string>,
 *   close: () => Promise<void> }>}
 * @throws {Error} when the process cannot be started
 */
export async function startEmbedded () {
  const { ready, pid, lost, close } = await startChild(new URL('./embedded/process.js', import.meta.url))
  return { url: ready.url, engine: 'embedded', version: ready.version, pid, lost, close }
}
