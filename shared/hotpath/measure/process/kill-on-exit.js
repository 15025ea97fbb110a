import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import end from './kill.cjs'
import { cleanEnvironment } from './environment.js'

/** @import { ChildProcess } from 'node:child_process' */

/** What is to end with this process: a process's id, or minus that of the first of a group. @type {Set<number>} */
const running = new Set()

/** @type {ChildProcess | undefined} */
let supervisor

process.on('exit', () => { for (const id of running) end(id) })

/**
 * Sees to it that a process, or a group of them, ends with this one, however that ends.
 *
 * @param {number} id of a process, or minus that of the first of a group
 */
export function killOnExit (id) {
  running.add(id)
  tellSupervisor(`+${id}`)
}

/** @param {number} id of what has ended by itself */
export function untrack (id) {
  running.delete(id)
  tellSupervisor(`-${id}`)
}

/** @param {string} line */
function tellSupervisor (line) {
  if (!supervisor) {
    supervisor = spawn(process.execPath, [fileURLToPath(new URL('supervisor.cjs', import.meta.url))], { stdio: ['pipe', 'ignore', 'ignore'], env: cleanEnvironment() })
    supervisor.on('error', () => {})
    supervisor.stdin?.on('error', () => {})
    supervisor.unref();
    /** @type {any} */ (supervisor.stdin).unref()
  }
  supervisor.stdin?.write(line + '\n')
}
