import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** How long a child that was let go may take before it is killed, in milliseconds. */
const GRACE_MS = 3_000

/**
 * Starts a module as a process of its own that ends with this one: it is told to by the end of its channel, which comes
 * even when this process is killed.
 *
 * @param {URL} module sends one message when it is ready; `{ error }` when it cannot be
 * @param {object} [options]
 * @param {string[]} [options.args]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {(text: string) => void} [options.onOutput] gets what it writes to stdout
 * @returns {Promise<{ ready: any, pid: number, lost: Promise<string>, close: () => Promise<void> }>} `lost` is fulfilled,
 *   with how, when it ends without having been closed
 * @throws {Error} when it ends before it is ready
 */
export async function startChild (module, { args = [], env = process.env, onOutput } = {}) {
  // options meant for this process, such as a profiler or a test runner's loader, must not slow or measure that one
  const { NODE_OPTIONS, NODE_V8_COVERAGE, ...rest } = env
  const child = fork(fileURLToPath(module), args, {
    env: rest, execArgv: [], stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'pipe', 'ipc'],
  })
  child.stdout?.on('data', (chunk) => onOutput?.(String(chunk)))
  let complaint = ''
  child.stderr?.on('data', (chunk) => { complaint = (complaint + chunk).slice(-2_000) })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const ready = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', resolve)
    child.once('exit', (code, signal) => {
      reject(new Error(`it ended with ${signal ?? `code ${code}`} before it was ready${complaint && `: ${complaint.trim()}`}`))
    })
  })
  if (ready.error) throw new Error(ready.error)
  // what was started must not keep alive whoever started it
  child.unref()
  child.channel?.unref()
  ;/** @type {import('node:net').Socket} */ (child.stderr).unref()
  let closing = false
  const lost = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (!closing) resolve(`it ended with ${signal ?? `code ${code}`}`)
    })
  })
  return {
    ready,
    lost,
    pid: /** @type {number} */ (child.pid),
    async close () {
      closing = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      if (child.connected) child.disconnect()
      const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
      await gone
      clearTimeout(late)
    },
  }
}
