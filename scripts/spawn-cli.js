import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { killOnExit, cancelKillOnExit } from 'hotpath/measure'
import { watchExit } from './child-exit.js'

const CLI = fileURLToPath(new URL('cli.js', import.meta.url))

/**
 * Runs a command of this command line in a child process that writes to the same terminal.
 *
 * @param {string[]} words
 * @param {AbortSignal} signal ends the process
 * @returns {Promise<number | null>} its exit code
 */
export async function spawnCli (words, signal) {
  if (signal.aborted) return null
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { pid } = child
  if (pid) killOnExit(pid)
  return new Promise((resolve) => {
    const stop = watchExit(child, (error, code) => {
      signal.removeEventListener('abort', stop)
      if (pid) cancelKillOnExit(pid)
      resolve(error ? null : code)
    })
    signal.addEventListener('abort', stop)
  })
}
