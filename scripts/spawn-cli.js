import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { killOnExit, cancelKillOnExit } from 'hotpath/measure'
import { watchChildExit } from './child-exit.js'

const CLI = fileURLToPath(new URL('cli.js', import.meta.url))

/**
 * Runs another command of this project, such as `lab <name> mine`, in a child process that writes to the same terminal.
 *
 * @param {string[]} words
 * @param {AbortSignal} signal ends the process
 * @returns {Promise<number | null>} its exit code
 */
export async function runCommandInChild (words, signal) {
  if (signal.aborted) return null
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { pid } = child
  if (pid) killOnExit(pid)
  return new Promise((resolve) => {
    const stop = watchChildExit(child, (error, code) => {
      signal.removeEventListener('abort', stop)
      if (pid) cancelKillOnExit(pid)
      resolve(error ? null : code)
    })
    signal.addEventListener('abort', stop)
  })
}
