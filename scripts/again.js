import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { reap, spare } from 'hotpath/measure'
import { endable } from './ending.js'

const CLI = fileURLToPath(new URL('cli.js', import.meta.url))

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
  return new Promise((resolve) => {
    const stop = endable(child, (wrong, code) => {
      signal.removeEventListener('abort', stop)
      if (pid) spare(pid)
      resolve(wrong ? null : code)
    })
    signal.addEventListener('abort', stop)
  })
}
