import { spawn } from 'node:child_process'
import { cleanEnvironment, end, reap, spare } from 'hotpath/measure'

/** How much of what a command prints is kept: a screen and more. */
const KEPT = 8000

/**
 * Starts a command in a process group of its own, which ends with this process.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {{ child: import('node:child_process').ChildProcess, endAll: () => void }} `endAll` ends it and what it has started
 */
export function started (file, args, options = {}) {
  // to a shell it is one line: Node warns of arguments beside it
  const [command, words] = options.shell ? [[file, ...args].join(' '), []] : [file, args]
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...options, detached: process.platform !== 'win32', env: { ...cleanEnvironment(), ...options.env } })
  const { pid } = child
  if (!pid) return { child, endAll () {} }
  reap(-pid)
  child.on('close', () => spare(-pid))
  return { child, endAll: () => end(-pid) }
}

/**
 * Runs a command to its end, or to its deadline, at which it and what it has started are killed.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, stdout?: number, shell?: boolean, withinMs: number }} how `stdout` is a file's descriptor
 * @returns {Promise<{ code: number | null, said: string }>} `said` is the end of what it printed, or why it did not start; the code is null when it was killed
 */
export function finished (file, args, { stdout, withinMs, ...options }) {
  return new Promise((resolve) => {
    const { child, endAll } = started(file, args, { ...options, stdio: ['ignore', stdout ?? 'pipe', 'pipe'] })
    let said = ''
    const timer = setTimeout(() => {
      said += `it took longer than ${withinMs / 1000} s`
      endAll()
    }, withinMs)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => { said = (said + text).slice(-KEPT) })
    const ended = (/** @type {number | null} */ code) => {
      clearTimeout(timer)
      resolve({ code, said: said.trim() })
    }
    child.on('error', (error) => {
      said += error.message
      ended(null)
    })
    child.on('close', ended)
  })
}
