import os from 'node:os'
import { noiseIn } from 'hotpath/measure'
import { megabytes } from 'hotpath/report'
import { good, stop, willDo } from './finding.js'

/** Three servers and a load generator at 80 MB each, and a database. */
const MEMORY = { least: 400e6, enough: 1e9 }

/** A block lasts about a millisecond: steps of a hundredth of it do not show, of a tenth of it are noise. */
const STEP_NS = { fine: 10e3, coarse: 100e3 }

/** Differences that floors are chosen for, and what still decides them in a minute. */
const NOISE = { little: 0.1, bearable: 0.25 }

export function memory () {
  const available = /** @type {any} */ (process).availableMemory?.() ?? Infinity
  // macOS fills its memory with what it can drop at any moment, and tells older Nodes nothing of that
  if (process.platform === 'darwin' && Math.max(os.freemem(), Number.isFinite(available) ? available : 0) < MEMORY.enough) return good('memory', 'macOS frees memory when a program needs it')
  // what a container leaves, where Node can tell; on macOS the larger of the two is the truer
  const free = process.platform === 'darwin' && Number.isFinite(available) ? Math.max(os.freemem(), available) : Math.min(os.freemem(), available)
  const says = `${megabytes(free)} free`
  if (free < MEMORY.least) return stop('memory', says, 'close other programs, or give the container more memory')
  return free < MEMORY.enough ? willDo('memory', says, 'close programs that you do not need') : good('memory', says)
}

/** @param {() => bigint} [now] */
export function clock (now = process.hrtime.bigint) {
  let step = Infinity
  for (let reading = 0, last = now(); reading < 10_000; reading++) {
    const next = now()
    if (next > last) step = Math.min(step, Number(next - last))
    last = next
  }
  const says = step < Infinity ? `moves in steps of ${step >= 1000 ? `${Math.round(step / 1000)} µs` : `${step} ns`} or less` : 'does not move'
  if (step <= STEP_NS.fine) return good('clock', says)
  const mend = 'run outside this virtual machine or sandbox, which makes the clock coarse'
  return step <= STEP_NS.coarse ? willDo('clock', says, mend) : stop('clock', says, mend)
}

/** @param {import('hotpath/measure').Result} result of slow against itself */
export function control ({ claims, failure }) {
  const name = 'A/A test'
  if (failure || claims.length === 0) return stop(name, failure ? `${failure.variant} ${failure.what}` : 'no pair could be measured', 'see what fails: pnpm lab divideByAndSum --control')
  // one pair has no interval
  if (claims[0].pairs < 2) return willDo(name, 'only one pair could be measured in two seconds: the processors are too busy', 'close other programs, and give each lab more time: --seconds 120')
  const noise = noiseIn(claims[0])
  const says = `differences below ${Math.ceil(noise * 100)} % do not show after ${claims[0].pairs} pairs`
  if (noise <= NOISE.little) return good(name, says)
  return willDo(name, says, noise <= NOISE.bearable ? 'measure again when this machine is less busy' : 'close other programs, and give each lab more time: --seconds 120')
}
