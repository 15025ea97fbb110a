import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { reap, spare } from '../shared/measure/process/reaping.js'

const CLI = fileURLToPath(new URL('cli.js', import.meta.url))

/** A command that is asked to end first ends what it has started; after this it is killed. */
const ENDS_WITHIN_MS = 1000

/**
 * Runs a command of this command line in a process of its own, which can be ended at any moment, and writes where this one writes.
 *
 * @param {string[]} words
 * @param {AbortSignal} signal that ends it
 * @returns {Promise<number | null>} its exit code
 */
export async function again (words, signal) {
  if (signal.aborted) return null
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { pid } = child
  if (pid) reap(pid)
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const end = () => {
    // and not a signal, which on Windows ends it before it can tidy up
    if (child.connected) child.disconnect()
    timer = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  }
  signal.addEventListener('abort', end)
  return new Promise((resolve) => {
    const ended = (/** @type {number | null} */ code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      if (pid) spare(pid)
      resolve(code)
    }
    // exit, not close: a channel that this side has let go of is never told as closed
    child.on('error', () => ended(null)).on('exit', ended)
  })
}
