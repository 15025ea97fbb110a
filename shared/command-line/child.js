import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cancelKillOnExit, endChild, killOnExit } from '@hotpath-labs/engine/process/child.js'
import { ROOT } from '@hotpath-labs/lab/project/project.js'

/**
 * Calls `onExit` when a child process with an IPC channel has exited, and returns a function that stops the child.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {(error: Error | undefined, code: number | null) => void} onExit called once, after all output of the child
 * @returns {() => void} stops the child
 */
export function watchChildExit (child, onExit) {
  let isOver = false
  const finish = (/** @type {Error | undefined} */ error, /** @type {number | null} */ code) => {
    if (!isOver) onExit(error, code)
    isOver = true
  }
  child.on('error', (error) => finish(error, null))
  // waits for 'close' instead of 'exit', because a child's last messages may arrive after 'exit'
  child.on('close', (code) => finish(undefined, code))
  // a stopped child only emits 'exit', because Node emits no 'close' after disconnect()
  return () => { if (!isOver) endChild(child).then(() => finish(undefined, child.exitCode)) }
}

const CLI = join(ROOT, 'scripts', 'cli.js')

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
