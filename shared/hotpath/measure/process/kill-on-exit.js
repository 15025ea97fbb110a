import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import killProcess from './kill.cjs'
import { copyCleanEnvironment } from './environment.js'

/** @import { ChildProcess } from 'node:child_process' */

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
    supervisor = spawn(process.execPath, [file], { stdio: ['pipe', 'ignore', 'ignore'], env: copyCleanEnvironment() })
    supervisor.on('error', () => {})
    supervisor.stdin?.on('error', () => {})
    supervisor.unref();
    /** @type {any} */ (supervisor.stdin).unref()
  }
  supervisor.stdin?.write(line + '\n')
}
