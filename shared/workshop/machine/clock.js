import { makeGoodFinding, makeFaultFinding, makeLimitationFinding } from './finding.js'

/**
 * Limits in ns for the clock's smallest step. In a measured time of 1 ms, a step of `fine` is an error of 1 %, which does not matter. A
 * step of `coarse` is an error of 10 %, which is noise.
 */
const STEP_NS = { fine: 10e3, coarse: 100e3 }

/** Measures the clock's smallest step. @param {() => bigint} [now] */
export function checkClockResolution (now = process.hrtime.bigint) {
  let step = Infinity
  for (let reading = 0, last = now(); reading < 10_000; reading++) {
    const next = now()
    if (next > last) step = Math.min(step, Number(next - last))
    last = next
  }
  const says = step < Infinity ? `moves in steps of ${step >= 1000 ? `${Math.round(step / 1000)} µs` : `${step} ns`} or less` : 'does not move'
  if (step <= STEP_NS.fine) return makeGoodFinding(says)
  return (step <= STEP_NS.coarse ? makeLimitationFinding : makeFaultFinding)(says, 'run outside this virtual machine or sandbox, which makes the clock coarse')
}
