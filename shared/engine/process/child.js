import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { watchIdleGroup } from './idle.js'
import killProcess from './kill.cjs'

/**
 * @import { ChildProcess } from 'node:child_process'
 * @import { Socket } from 'node:net'
 * @import { MeasuredProcess } from './measured-process.js'
 * @import { Session } from '../measure.js'
 */

export { killProcess }

/** Environment variables that would change how Node, Express or MongoDB's driver works: loaders, caches, proxies, thread pools, logs. */
const NOT_OURS = /^(NODE_OPTIONS|NODE_V8_COVERAGE|NODE_(DISABLE_)?COMPILE_CACHE|NODE_USE_ENV_PROXY|NODE_ENV|NODE_CHANNEL_FD|UV_THREADPOOL_SIZE|DEBUG|NODE_DEBUG(_NATIVE)?|MONGODB_LOG_\w+)$/i

/** Copies the environment, except variables that would change a measurement. */
export function copyCleanEnvironment () {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name)))
}

/** Symbol under which the package process-on-spawn keeps its hooks. With these hooks tap and nyc load themselves into child processes. */
const HOOKS = Symbol.for('process-on-spawn@*:singletonId')

/**
 * Starts a process without a test runner's loaders, because they would be measured too.
 *
 * @template T
 * @param {() => T} start
 * @returns {T}
 */
export function startWithoutLoaderHooks (start) {
  const hooked = /** @type {typeof globalThis & { [HOOKS]?: { listeners: unknown[] } }} */ (globalThis)[HOOKS]
  if (!hooked) return start()
  const { listeners } = hooked
  hooked.listeners = []
  try {
    return start()
  } finally {
    hooked.listeners = listeners
  }
}

/** Processes to kill when this process ends, by process id. A negative id means a process group. @type {Set<number>} */
const running = new Set()

/** @type {ChildProcess | undefined} */
let supervisor

process.on('exit', () => { for (const id of running) killProcess(id) })

/**
 * Makes sure that a process or process group is killed when this process ends for any reason.
 *
 * @param {number} id pid, or minus the group's pid
 */
export function killOnExit (id) {
  running.add(id)
  tellSupervisor(`+${id}`)
}

/** Removes a process that has exited from the list of processes to kill. @param {number} id */
export function cancelKillOnExit (id) {
  running.delete(id)
  tellSupervisor(`-${id}`)
}

/** @param {string} line */
function tellSupervisor (line) {
  if (!supervisor) {
    const file = fileURLToPath(new URL('supervisor.cjs', import.meta.url))
    // a loader hook can hang while it starts; then nothing kills what this process leaves behind
    supervisor = startWithoutLoaderHooks(() => spawn(process.execPath, [file], { stdio: ['pipe', 'ignore', 'ignore'], env: copyCleanEnvironment() }))
    supervisor.on('error', () => {})
    supervisor.stdin?.on('error', () => {})
    supervisor.unref();
    /** @type {Socket} */ (supervisor.stdin).unref()
  }
  supervisor.stdin?.write(line + '\n')
}

/** Milliseconds that a child process gets to clean up before it is killed. */
const CLEAN_UP_MS = 3000

/**
 * Ends a child process with an IPC channel. Closing the channel makes it exit: on Windows a signal would skip its cleanup.
 *
 * @param {ChildProcess} child
 * @returns {Promise<void>} once it has exited
 */
export async function endChild (child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), CLEAN_UP_MS)
  await over
  clearTimeout(timer)
}

/** Error of a command that does not start or exits with another code than 0. */
export class CommandError extends Error {
  name = 'CommandError'

  /**
   * @param {string} message such as "npm ci ended with code 1"
   * @param {{ end: string, code?: string, status?: number | null, stdout?: string, stderr?: string }} how `end`: such as "ended with
   *   code 1"; `code`: of a command that does not start, such as ENOENT, or IDLE, or TIMEOUT
   */
  constructor (message, { end, code, status, stdout = '', stderr = '' }) {
    super(message)
    this.end = end
    this.code = code
    this.status = status
    this.stdout = stdout
    this.stderr = stderr
  }

  /** Everything that the command printed: stdout, then stderr. */
  get output () {
    return `${this.stdout}\n${this.stderr}`
  }
}

/**
 * Runs a command. Kills the command's process group when this process ends.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {Record<string, string | undefined>} [options.env] is added to the environment; undefined removes a variable
 * @param {boolean} [options.isScript] on Windows the command is a .cmd file, and the arguments need no quotes
 * @param {boolean} [options.usesShell] the command is a line for the system's shell
 * @param {(text: string) => void} [options.onStderr] is called with each piece of stderr
 * @param {(text: string) => void} [options.onOutput] is called with each piece of stdout and stderr
 * @param {number} [options.seconds] time limit; then the command is killed, and the error's `code` is TIMEOUT
 * @param {number} [options.idleSeconds] the same for time in which it only waits: its processes neither run, read nor write
 * @param {(seconds: number) => void} [options.onIdle] is called with each second of such time
 * @returns {Promise<string>} its stdout
 * @throws {CommandError}
 */
export function runCommand (command, args, { cwd, env = {}, isScript = false, usesShell = false, onStderr, onOutput, seconds, ...idle }) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    // runs .cmd files with cmd.exe, because Windows cannot start them directly
    const [file, all] = isWindows && isScript ? [process.env.ComSpec ?? 'cmd.exe', ['/d', '/c', command, ...args]] : [command, args]
    const options = { env: { ...copyCleanEnvironment(), ...env }, shell: usesShell, detached: !isWindows, windowsHide: true }
    const child = startWithoutLoaderHooks(() => spawn(file, all, { cwd, ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
    const group = -Number(child.pid)
    if (child.pid) killOnExit(group)
    let stdout = ''
    let stderr = ''
    /** @type {string | undefined} */
    let code
    const timer = seconds && setTimeout(() => {
      code = 'TIMEOUT'
      killProcess(group)
    }, 1000 * seconds)
    const endWatch = idle.idleSeconds && child.pid
      ? watchIdleGroup(child.pid, (waited) => {
        idle.onIdle?.(waited)
        if (waited < Number(idle.idleSeconds)) return
        code = 'IDLE'
        killProcess(group)
      })
      : () => {}
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      onOutput?.(text)
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
      onStderr?.(text)
      onOutput?.(text)
    })
    child.on('error', (/** @type {NodeJS.ErrnoException} */ { message, code }) => reject(new CommandError(message, { end: `did not start (${message})`, code })))
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      endWatch()
      if (child.pid) cancelKillOnExit(group)
      if (status === 0) return resolve(stdout)
      const end = signal ? `was ended by ${signal}` : `ended with code ${status}`
      reject(new CommandError(`${[command, ...args.slice(0, 1)].join(' ')} ${end}`, { end, code, status, stdout, stderr }))
    })
  })
}
