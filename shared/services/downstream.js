import { join } from 'node:path'
import { MeasuredProcess } from 'hotpath/measure'

/**
 * A server of the lab's own that its variants ask; they find it in the environment variable DOWNSTREAM_URL.
 *
 * @param {string} file in the lab's folder, in the form of a variant
 * @returns {import('hotpath/measure').Service}
 */
export function downstream (file) {
  return {
    name: 'downstream',
    programs: [file],
    async start (running, { lab, random }) {
      const measured = new MeasuredProcess({ variant: file, worker: 'server.mjs', node: process.execPath, padding: random.int(0, 64) })
      running.stops.push(() => measured.stop())
      running.pids.push(Number(measured.child.pid))
      running.reasons.push(async () => measured.failure && { variant: file, what: measured.failure.what, stderr: 'Type the same command again: the lab starts another server.' })
      const { port } = await measured.ask('load', { file: join(lab.folder, file) })
      running.env.DOWNSTREAM_URL = `http://127.0.0.1:${port}`
    },
  }
}
