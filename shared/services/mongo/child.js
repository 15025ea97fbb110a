import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { copyCleanEnvironment, endChild } from '@hotpath-labs/engine/process/child.js'

/**
 * @import { Socket } from 'node:net'
 * @import { Engine } from './probe.js'
 */

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {Promise<string>} lost resolves with the reason when the child ends without having been closed
 * @property {() => Promise<void>} close
 */

/** A database server that runs in a child process. @typedef {Child & { url: string, engine: Engine, version: string }} Started */

/**
 * Starts a module as a child process. When the parent process ends or is killed, the IPC channel closes, and the child ends too.
 *
 * @param {URL} module sends one message when it is ready, or `{ error }`
 * @returns {Promise<Child & { ready: any }>} `ready` is the child's message
 * @throws {Error} when the child ends before it is ready
 */
export async function startChildProcess (module) {
  // a profiler or a test loader of the parent would slow the child
  const child = fork(fileURLToPath(module), { env: copyCleanEnvironment(), execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  child.stderr?.on('data', (chunk) => { stderr = (stderr + chunk).slice(-2_000) })
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(`the process ended with ${signal ?? `code ${code}`}`)))
  const ready = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', resolve)
    ended.then((how) => reject(new Error(`${how} before it was ready${stderr && `: ${stderr.trim()}`}`)))
  })
  if (ready.error) throw new Error(ready.error)
  // calls unref, because a running child must not keep the parent process alive
  child.unref()
  child.channel?.unref()
  ;/** @type {Socket} */ (child.stderr).unref()
  let closing = false
  return {
    ready,
    lost: new Promise((resolve) => { ended.then((how) => { if (!closing) resolve(how) }) }),
    pid: /** @type {number} */ (child.pid),
    async close () {
      closing = true
      child.ref()
      await endChild(child)
    },
  }
}
