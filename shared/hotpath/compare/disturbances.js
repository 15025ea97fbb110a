import { cpus } from 'node:os'
import { roundToDecimals } from '@hotpath-labs/engine/figures.js'
import { readKernelFile } from '@hotpath-labs/engine/process/procfs.js'

/** Other programs are reported if they use more than this share of CPU time, because measured ratios then scatter visibly. */
const BUSY = 0.05

/** The hypervisor is reported if it withholds more than this share of CPU time. */
const STOLEN = 0.01

/** Shortest measurement for which disturbances are reported, in ms. */
const LEAST_MS = 1000

/** Positions of the CPU-time counters in the first line of /proc/stat. */
const [USER, NICE, SYSTEM, IRQ, SOFTIRQ, STEAL] = [0, 1, 2, 5, 6, 7]

/** Clock ticks per second in /proc/stat: one tick is 10 ms on every Linux. */
const COUNTS_PER_SECOND = 100

/** @typedef {{ at: number, busy: number, stolen: number, own: number, throttled: number }} Reading counts since the machine started */

/** @returns {Reading | undefined} undefined where the kernel does not say (macOS, Windows) */
function readCounts () {
  const all = readKernelFile('/proc/stat').match(/^cpu +([\d ]+)/)?.[1].split(' ').map(Number)
  // The command's name in /proc/self/stat may contain blanks, so fields are counted after the name's closing parenthesis.
  const own = readKernelFile('/proc/self/stat').split(') ').at(-1)?.split(' ').slice(11, 15).map(Number)
  if (!all || own?.length !== 4) return
  return {
    at: performance.now(),
    busy: [USER, NICE, SYSTEM, IRQ, SOFTIRQ].reduce((sum, field) => sum + all[field], 0),
    stolen: all[STEAL] ?? 0,
    own: own.reduce((sum, count) => sum + count, 0),
    throttled: Number(readKernelFile('/sys/fs/cgroup/cpu.stat').match(/^nr_throttled (\d+)/m)?.[1] ?? 0),
  }
}

/**
 * Starts to watch the CPU time that other programs and the hypervisor take from a measurement.
 *
 * @returns {() => { sentences: string[], taken: number }} ends the watch; a sentence for each disturbance, and the `taken` share of all
 *   CPU time, 0 where it is not known
 */
export function watchDisturbances () {
  const before = readCounts()
  return () => {
    const after = readCounts()
    // Linux counts CPU time in steps of 10 ms, which are too coarse for a measurement of less than a second.
    if (!before || !after || after.at - before.at < LEAST_MS) return { sentences: [], taken: 0 }
    const { others, stolen } = computeShares(before, after, cpus().length)
    return { sentences: describeDisturbances(before, after, cpus().length), taken: others + stolen }
  }
}

/** @param {Reading} before @param {Reading} after @param {number} cores @returns {{ others: number, stolen: number }} shares of CPU time */
function computeShares (before, after, cores) {
  const available = cores * (after.at - before.at) / 1000 * COUNTS_PER_SECOND
  return { others: (after.busy - before.busy - after.own + before.own) / available, stolen: (after.stolen - before.stolen) / available }
}

/**
 * @param {Reading} before
 * @param {Reading} after
 * @param {number} cores all CPUs of the machine, because /proc/stat counts them all
 * @returns {string[]}
 */
export function describeDisturbances (before, after, cores) {
  const percent = (/** @type {number} */ share) => `${roundToDecimals(100 * share, 0)} %`
  const { others, stolen } = computeShares(before, after, cores)
  const stops = after.throttled - before.throttled
  return [
    ...others > BUSY ? [`Other programs used ${percent(others)} of the CPU time, which makes the ranges wider.`] : [],
    ...stolen > STOLEN ? [`The hypervisor withheld ${percent(stolen)} of the CPU time.`] : [],
    ...stops > 0 ? [`The container's CPU quota stopped the processes ${stops} times.`] : [],
  ]
}
