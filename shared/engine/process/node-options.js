import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { copyCleanEnvironment } from './child.js'

/**
 * @import { MeasuredProcess } from './measured-process.js'
 * @import { Session } from '../measure.js'
 */

const run = promisify(execFile)

/** Limits of a Node binary's run, which usually takes 10 to 50 ms, and of its output: `node --v8-options` prints 100 kB. */
export const RUN_LIMITS = { ms: 10_000, bytes: 16e6 }

/**
 * Runs a Node binary with arguments, in a clean environment, and returns its output.
 *
 * @param {string} node binary
 * @param {string[]} args
 * @returns {Promise<{ stdout: string, stderr: string }>}
 * @throws {Error} of execFile, with `stderr` and `code`
 */
export function runNodeForOutput (node, args) {
  return run(node, args, { timeout: RUN_LIMITS.ms, maxBuffer: RUN_LIMITS.bytes, env: copyCleanEnvironment() })
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
  if (killed) return `no output within ${RUN_LIMITS.ms / 1000} s`
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
