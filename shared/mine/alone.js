import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../measure/process/running.js'
import { MY, writing } from './place.js'

/**
 * Sees to it that a lab's file is watched once.
 *
 * @param {string} lab its name
 * @returns {{ pid: number, file: string } | undefined} the process that watches it already, and the file that says so
 * @throws {import('./place.js').UnwritableError}
 */
export function watchedBy (lab) {
  const file = join(MY, `watch-${lab}.pid`)
  for (;;) {
    try {
      writing(() => writeFileSync(file, String(process.pid), { flag: 'wx' }))
      process.on('exit', () => rmSync(file, { force: true }))
      return
    } catch (error) {
      if (error.cause?.code !== 'EEXIST') throw error
      const pid = Number(readFileSync(file, 'utf8'))
      if (isRunning(pid)) return { pid, file }
      // left by one that was killed
      rmSync(file, { force: true })
    }
  }
}
