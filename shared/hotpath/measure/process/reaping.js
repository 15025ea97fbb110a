import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import end from './end.cjs'
import { cleanEnvironment } from './environment.js'

/** What is to end with this process: a process's id, or minus that of the first of a group. @type {Set<number>} */
const running = new Set()

/** @type {import('node:child_process').ChildProcess | undefined} */
let reaper

process.on('exit', () => { for (const id of running) end(id) })

/**
 * Sees to it that a process, or a group of them, ends with this one, however that ends.
 *
 * @param {number} id of a process, or minus that of the first of a group
 */
export function reap (id) {
  running.add(id)
  tellReaper(`+${id}`)
}

/** @param {number} id of what has ended by itself */
export function spare (id) {
  running.delete(id)
  tellReaper(`-${id}`)
}

/** @param {string} line */
function tellReaper (line) {
  if (!reaper) {
    reaper = spawn(process.execPath, [fileURLToPath(new URL('reaper.cjs', import.meta.url))], { stdio: ['pipe', 'ignore', 'ignore'], env: cleanEnvironment() })
    reaper.on('error', () => {})
    reaper.stdin?.on('error', () => {})
    reaper.unref();
    /** @type {any} */ (reaper.stdin).unref()
  }
  reaper.stdin?.write(line + '\n')
}
