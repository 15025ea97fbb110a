import { VariantFailure } from './failure.js'
import { readCpuState } from './procfs.js'

/** @import { MeasuredProcess } from './measured-process.js' */

/**
 * How far apart a process's own account of its CPU time and the system's may be: both are rounded to hundredths, and between the two readings a
 * process goes on collecting garbage and compiling. In 66 processes, on two cores that twelve wanted, they were at most 19 ms apart.
 */
const AGREE = { ms: 50, share: 0.1 }

/**
 * Compares a process's CPU time, as it says itself, with what the system says.
 *
 * @param {MeasuredProcess} measured
 * @returns {Promise<() => Promise<void>>} ends the comparison
 * @throws {VariantFailure} from its end, where the two do not agree
 */
export async function startCpuAudit (measured) {
  const { variant, child: { pid } } = measured
  const outsideBefore = readCpuState(pid)
  if (!outsideBefore) return async () => {}
  const insideBefore = await measured.ask('used')
  return async () => {
    const inside = (await measured.ask('used')).cpuMs - insideBefore.cpuMs
    const now = readCpuState(pid)
    if (!now) return
    const outside = now.cpuMs - outsideBefore.cpuMs
    if (Math.abs(outside - inside) <= AGREE.ms + AGREE.share * outside) return
    throw new VariantFailure(variant, `used ${Math.round(outside)} ms of CPU time as the system counts it, but reports ${Math.round(inside)} ms`)
  }
}
