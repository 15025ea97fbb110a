import { readFileSync } from 'node:fs'
import { VariantFailure } from './failure.js'

/** `/proc/<pid>/stat` counts CPU time in hundredths of a second, on every Linux since 2.6 (man 5 proc, USER_HZ). */
const MS_PER_COUNT = 10

/**
 * How far apart a process's own account of its CPU time and the system's may be: both are rounded to hundredths, and between the two readings a
 * process goes on collecting garbage and compiling. In 66 processes, on two cores that twelve wanted, they were at most 19 ms apart.
 */
const AGREE = { ms: 50, share: 0.1 }

/** @typedef {{ state: string, cpuMs: number }} Look */

/** @param {number | 'self' | undefined} pid @param {'stat' | 'status'} file @returns {string} nothing where the system does not tell: Linux does */
export function readProcess (pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number | undefined} pid @returns {Look | undefined} how a process looks from outside, where the system tells it */
export function lookAt (pid) {
  // after the command's name, which may hold anything: state, and eleven fields on utime and stime
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return fields.length > 1 ? { state: fields[0], cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_COUNT } : undefined
}

/** @param {number | undefined} pid @returns {number} bytes of memory that a process has; 0 where the system does not tell */
export function memoryOf (pid) {
  const [, kilobytes = '0'] = readProcess(pid, 'status').match(/^VmRSS:\s+(\d+) kB$/m) ?? []
  return Number(kilobytes) * 1024
}

/**
 * Compares a process's CPU time, as it says itself, with what the system says.
 *
 * @param {import('./process.js').MeasuredProcess} measured
 * @returns {Promise<() => Promise<void>>} ends the comparison
 * @throws {VariantFailure} from its end, where the two do not agree
 */
export async function startAudit (measured) {
  const { variant, child: { pid } } = measured
  const outsideBefore = lookAt(pid)
  if (!outsideBefore) return async () => {}
  const insideBefore = await measured.ask('used')
  return async () => {
    const inside = (await measured.ask('used')).cpuMs - insideBefore.cpuMs
    const now = lookAt(pid)
    if (!now) return
    const outside = now.cpuMs - outsideBefore.cpuMs
    if (Math.abs(outside - inside) <= AGREE.ms + AGREE.share * outside) return
    throw new VariantFailure(variant, `used ${Math.round(outside)} ms of CPU time as the system counts it, but reports ${Math.round(inside)} ms`)
  }
}
