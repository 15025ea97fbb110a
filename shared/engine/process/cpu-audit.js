import { VariantFailure } from '../failures.js'
import { readProcessStateAndCpuTime } from './procfs.js'

/** @import { MeasuredProcess } from './measured-process.js' */

/**
 * Allowed difference between the CPU time that a process reports and the CPU time that the kernel has counted. The largest difference of 66
 * processes on two busy cores was 19 ms.
 */
const AGREE = { ms: 50, share: 0.1 }

/**
 * Checks the CPU time that a process reports against the kernel's count, because a variant may falsify reports. The check lasts from this
 * call until the returned function is called.
 *
 * @param {MeasuredProcess} measured
 * @returns {Promise<() => Promise<void>>} ends the audit; rejects with a VariantFailure where they differ
 */
export async function startCpuTimeAudit (measured) {
  const { variant, child: { pid } } = measured
  const outsideBefore = readProcessStateAndCpuTime(pid)
  if (!outsideBefore) return async () => {}
  const insideBefore = await measured.ask('cpuTime')
  return async () => {
    const inside = (await measured.ask('cpuTime')).cpuMs - insideBefore.cpuMs
    const now = readProcessStateAndCpuTime(pid)
    if (!now) return
    const outside = now.cpuMs - outsideBefore.cpuMs
    if (Math.abs(outside - inside) <= AGREE.ms + AGREE.share * outside) return
    const reported = `reports ${Math.round(inside)} ms of CPU time`
    throw new VariantFailure('CPU_TIME_DIFFERS', variant, `${reported}, but the system has counted ${Math.round(outside)} ms`)
  }
}
