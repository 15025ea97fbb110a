import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import kill from '../process/kill.cjs'
import { readProcFile } from '../process/procfs.js'

/** Time limit of a command in ms. */
const ENDS_WITHIN_MS = 60_000

/** Largest output of a command in bytes, of stdout and of stderr. */
const MOST_BYTES = 64e6

/** Environment variable by which a process that a command leaves behind is found. */
const MARKER = 'HOTPATH_RUN'

/**
 * @typedef {{ code: number | null, signal: string | null, stdout: string }} Ended what is compared
 *
 * @typedef {object} How
 * @property {string} marker in the environment of all that the command starts
 * @property {string} [cwd] absolute; by default that of this process
 * @property {Record<string, string>} [env] in addition to that of this process
 * @property {number} [endsWithinMs]
 */

/**
 * Starts a command, and waits until it ends.
 *
 * @param {string[]} run the program and its arguments; `node` is the Node that runs this code
 * @param {How} how
 * @returns {Ended & { stderr: string }}
 * @throws {Error} if the command cannot be started, does not end, or prints without an end
 */
export function runOnce ([program, ...args], { marker, cwd, env, endsWithinMs = ENDS_WITHIN_MS }) {
  const { status: code, signal, stdout, stderr, error } = spawnSync(program === 'node' ? process.execPath : program, args, {
    cwd,
    env: { ...process.env, ...env, [MARKER]: marker },
    // nothing to read: a command that asks a question gets its end at once
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: endsWithinMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    windowsHide: true,
  })
  if (error) throw new Error(describeFault(/** @type {NodeJS.ErrnoException} */ (error), endsWithinMs))
  return { code, signal, stdout: stdout.toString(), stderr: stderr.toString() }
}

/** @param {NodeJS.ErrnoException} error @param {number} endsWithinMs @returns {string} continues the command's name */
function describeFault ({ code, message }, endsWithinMs) {
  if (code === 'ENOENT') return 'cannot be started: there is no such program, or no such folder. Expected run: [\'node\', \'cli.js\']'
  if (code === 'EACCES') return 'cannot be started: the file is not executable'
  if (code === 'ETIMEDOUT') return `did not end within ${endsWithinMs / 1000} s. Does it start a daemon, or wait for input?`
  if (code === 'ENOBUFS') return `prints more than ${MOST_BYTES / 1e6} MB`
  return `cannot be started: ${message}`
}

/**
 * Kills the processes that a command has left behind, such as a daemon. Only Linux shows the environment of a process.
 *
 * @param {string} marker
 * @returns {number} of processes
 */
export function killMarkedProcesses (marker) {
  if (process.platform !== 'linux') return 0
  const left = readdirSync('/proc').map(Number).filter((pid) => pid && readProcFile(pid, 'environ').includes(`${MARKER}=${marker}`))
  left.forEach((pid) => kill(pid))
  return left.length
}
