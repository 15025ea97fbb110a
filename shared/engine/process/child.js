import { spawn, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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
   * @param {{ code?: string, status?: number | null, stdout?: string, stderr?: string }} [how] `code`: of a command that does not start,
   *   such as ENOENT, or IDLE
   */
  constructor (message, { code, status, stdout = '', stderr = '' } = {}) {
    super(message)
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
 * @param {number} [options.seconds] time limit; then the command is killed, and the error's `status` is null
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
    const timer = seconds && setTimeout(() => killProcess(group), 1000 * seconds)
    let stdout = ''
    let stderr = ''
    /** @type {string | undefined} */
    let code
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
    child.on('error', (error) => reject(new CommandError(error.message, { code: /** @type {NodeJS.ErrnoException} */ (error).code })))
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      endWatch()
      if (child.pid) cancelKillOnExit(group)
      if (status === 0) return resolve(stdout)
      const end = signal ? `was ended by ${signal}` : `ended with code ${status}`
      reject(new CommandError(`${[command, ...args.slice(0, 1)].join(' ')} ${end}`, { code, status, stdout, stderr }))
    })
  })
}

const run = promisify(execFile)

/** Time limit in ms for starting a Node binary and reading its output, which takes 10 to 50 ms. */
const ANSWERS_MS = 10_000

/** Largest allowed output of a Node binary in bytes. `node --v8-options` prints 100 kB. */
const MOST_BYTES = 16e6

/**
 * Runs a Node binary with arguments, in a clean environment, and returns its output.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<{ stdout: string, stderr: string }>}
 * @throws {Error} of execFile, with `stderr` and `code`
 */
export function runNodeForOutput (node, args) {
  return run(node, args, { timeout: ANSWERS_MS, maxBuffer: MOST_BYTES, env: copyCleanEnvironment() })
}

/** outputs by binary and arguments @type {Map<string, Promise<string>>} */
const outputs = new Map()

/**
 * Runs a Node binary with arguments, or returns the cached output of an earlier run with the same arguments.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<string>} its stdout; empty where it does not run: that is reported when it starts a variant
 */
function runNodeWithCachedOutput (node, args) {
  const key = JSON.stringify([node, args])
  const output = outputs.get(key) ?? runNodeForOutput(node, args).then(({ stdout }) => stdout, () => '')
  outputs.set(key, output)
  return output
}

/**
 * @param {string} file a Node binary
 * @returns {Promise<string>} its version, such as v20.11.0
 * @throws {Error} whose message says in one line why it does not run
 */
export async function readNodeVersion (file) {
  const { stdout } = await runNodeForOutput(file, ['--version']).catch((error) => { throw new Error(whyNot(error)) })
  if (!/^v\d+\.\d+\.\d+/.test(stdout)) throw new Error('expected --version to print a version such as v20.11.0')
  return stdout.trim()
}

/** @param {import('node:child_process').ExecFileException} error */
function whyNot ({ stderr, killed, signal, code, message }) {
  const said = stderr?.trim().split('\n')[0]
  if (said) return said
  if (killed) return `no output within ${ANSWERS_MS / 1000} s`
  if (signal) return `killed by ${signal}`
  return typeof code === 'number' ? `exit with code ${code}` : message.split('\n')[0]
}

/** Permissions that a variant keeps: reading files, threads (whose CPU time is measured), native addons, WASI and the network. */
const ALLOWED = ['--allow-fs-read', '--allow-worker', '--allow-addons', '--allow-wasi', '--allow-net']

/**
 * Chooses flags of Node's permission model. They forbid a variant to write files, start processes or open the inspector.
 *
 * @param {string} node binary
 * @returns {Promise<string[]>} empty before Node 20
 */
export async function findSupportedPermissionFlags (node) {
  if (node === process.execPath) return choosePermissionFlags([...process.allowedNodeEnvironmentFlags])
  const flags = await runNodeWithCachedOutput(node, ['-p', 'Array.from(process.allowedNodeEnvironmentFlags || []).join()'])
  return choosePermissionFlags(flags.trim().split(','))
}

/** @param {string[]} flags known to a Node @returns {string[]} */
export function choosePermissionFlags (flags) {
  const switchOn = ['--permission', '--experimental-permission'].find((flag) => flags.includes(flag))
  if (!switchOn) return []
  // turns off Node's warnings about permission flags, because these warnings would hide a variant's last error
  const quiet = flags.includes('--disable-warning') ? ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning'] : []
  return [
    switchOn,
    ...ALLOWED.filter((flag) => flags.includes(flag)).map((flag) => flag === '--allow-fs-read' ? `${flag}=*` : flag),
    ...quiet,
  ]
}

/**
 * Divisor of V8's JIT thresholds during a warm-up: with 5, express is warm after 3,600 requests, not 11,000. With 12, the warm-up took
 * longer than with 5.
 */
const DIVISOR = 5

/** V8's flags for compile thresholds: the first exists up to Node 20, the others from Node 22. */
const THRESHOLDS = ['interrupt-budget', 'invocation-count-for-maglev', 'invocation-count-for-turbofan']

/**
 * V8's flags that shorten a warm-up. With these flags V8 compiles the same code, but earlier: afterwards express, fastify and pug cost
 * within 3 % of what they cost without the flags. Figures: docs/decisions/042
 *
 * @typedef {object} JitThresholds
 * @property {string[]} lowered during the warm-up; empty where this Node has no such flags
 * @property {string[]} defaults V8's own, before measuring
 */

/** @param {string} node binary @returns {Promise<JitThresholds>} */
export async function readJitThresholds (node) {
  return parseJitThresholds(await runNodeWithCachedOutput(node, ['--v8-options']))
}

/** @param {string} text of `node --v8-options` @returns {JitThresholds} */
export function parseJitThresholds (text) {
  const thresholds = THRESHOLDS.flatMap((name) => {
    const spelt = name.replaceAll('-', '[-_]')
    const [, value] = text.match(new RegExp(`^\\s+--${spelt} \\([^]*?\\)\\s+type: int\\s+default: (?:--${spelt}=)?(\\d+)`, 'm')) ?? []
    return value ? [{ name, value: Number(value) }] : []
  })
  const flags = (/** @type {number} */ part) => thresholds.map(({ name, value }) => `--${name}=${Math.ceil(value / part)}`)
  return { lowered: flags(DIVISOR), defaults: flags(1) }
}

/** Warm-ups of 2 to 50 requests keep V8's thresholds: lowered thresholds compiled mongo-async-sum too early (3.9 ms instead of 3.4 ms). */
const FEW_REQUESTS = 50

/**
 * True if V8's JIT thresholds are lowered during a warm-up of this many requests: docs/decisions/042. A lab whose warm-up is at most one
 * request compares cold programs with warm ones. Lowered thresholds make their difference larger.
 *
 * @param {number} requests named by the lab's `warmUp`
 * @returns {boolean}
 */
export const usesLowerJitThresholds = (requests) => requests <= 1 || requests > FEW_REQUESTS

/**
 * Lowers V8's JIT thresholds during a warm-up and restores them afterwards.
 *
 * @template T
 * @param {Pick<Session, 'jitThresholds'>} session
 * @param {MeasuredProcess} measured
 * @param {() => Promise<T>} warmUp
 * @returns {Promise<T>}
 */
export async function warmUpWithLowerJitThresholds ({ jitThresholds }, measured, warmUp) {
  await measured.ask('flags', { flags: jitThresholds.lowered })
  const warmed = await warmUp()
  await measured.ask('flags', { flags: jitThresholds.defaults })
  return warmed
}
