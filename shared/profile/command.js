import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { copyCleanEnvironment, killOnExit, cancelKillOnExit } from '@hotpath-labs/engine/process/child.js'
import killProcess from '@hotpath-labs/engine/process/kill.cjs'

/** @import { ChildProcess, SpawnOptions } from 'node:child_process' */

/** Number of characters kept from the end of a command's output, for error messages. */
const MAX_OUTPUT_CHARS = 8000

/**
 * Starts a command in a process group of its own, and kills the group when the current process exits.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {{ child: ChildProcess, endAll: () => void }} `endAll` ends the command and its children
 */
export function startCommand (file, args, options = {}) {
  // joins command and arguments into one string, because Node warns if a shell gets a list of arguments
  const [command, words] = options.shell ? [[file, ...args].join(' '), []] : [file, args]
  const child = spawn(
    command,
    words,
    { windowsHide: true, ...options, detached: process.platform !== 'win32', env: { ...copyCleanEnvironment(), ...options.env } }
  )
  const { pid } = child
  if (!pid) return { child, endAll () {} }
  killOnExit(-pid)
  child.on('close', () => cancelKillOnExit(-pid))
  return { child, endAll: () => killProcess(-pid) }
}

/**
 * Runs a command until it ends. After a time limit, kills the command and its children.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, stdoutFile?: string, shell?: boolean, timeoutMs: number }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 *   `output`: the end of the command's output, or why the command did not start; `code`: exit code, null if the command was killed
 */
export function runCommand (file, args, { stdoutFile, timeoutMs, ...options }) {
  return new Promise((resolve) => {
    const stdout = stdoutFile ? openSync(stdoutFile, 'w') : 'pipe'
    const { child, endAll } = startCommand(file, args, { ...options, stdio: ['ignore', stdout, 'pipe'] })
    if (typeof stdout === 'number') closeSync(stdout)
    let output = ''
    const timer = setTimeout(() => {
      output += `the command took longer than ${timeoutMs / 1000} s`
      endAll()
    }, timeoutMs)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
        .on('data', (text) => { output = (output + text).slice(-MAX_OUTPUT_CHARS) })
    }
    child.on('error', (error) => { output += error.message })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output: output.trim() })
    })
  })
}
