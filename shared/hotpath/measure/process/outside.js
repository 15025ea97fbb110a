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

/** @param {number | undefined} pid @returns {Look | undefined} how a process looks from outside, where the system tells it: Linux does */
export function lookAt (pid) {
  try {
    // after the command's name, which may hold anything: state, and eleven fields on utime and stime
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { state: fields[0], cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_COUNT }
  } catch {
    return undefined
  }
}

/** @param {number | undefined} pid @returns {number} bytes of memory that a process has; 0 where the system does not tell */
export function memoryOf (pid) {
  try {
    const [, kilobytes = '0'] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+) kB$/m) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

/** A process's CPU time, as it says itself and as the system does. */
export class Account {
  /** @param {import('./process.js').MeasuredProcess} measured */
  static async open (measured) {
    const outside = lookAt(measured.child.pid)
    return new Account(measured, outside, outside && await measured.ask('used'))
  }

  /** @param {import('./process.js').MeasuredProcess} measured @param {Look | undefined} outside @param {{ cpuMs: number }} inside */
  constructor (measured, outside, inside) {
    this.measured = measured
    this.outside = outside
    this.inside = inside
  }

  /** @throws {VariantFailure} where the two do not agree */
  async close () {
    if (!this.outside) return
    const inside = (await this.measured.ask('used')).cpuMs - this.inside.cpuMs
    const now = lookAt(this.measured.child.pid)
    if (!now) return
    const outside = now.cpuMs - this.outside.cpuMs
    if (Math.abs(outside - inside) <= AGREE.ms + AGREE.share * outside) return
    throw new VariantFailure(this.measured.variant, `used ${Math.round(outside)} ms of CPU time as the system counts it, but reports ${Math.round(inside)} ms`)
  }
}
