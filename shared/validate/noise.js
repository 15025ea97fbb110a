import { setTimeout as sleep } from 'node:timers/promises'
import { MeasuredProcess, Processors, processorsHere } from 'hotpath/measure'
import { CannotRun } from 'hotpath/failures'

/** What else goes on while something is measured: the processes that do it. */
const MAKERS = {
  quiet: [],
  'one busy': ['busy'],
  'both busy': ['busy', 'busy'],
  bursts: ['bursts'],
  memory: ['memory'],
  'stolen milliseconds': ['stolen', 'stolen'],
  'slow phases': ['phases', 'phases'],
  'one processor': [],
}

/** @typedef {keyof typeof MAKERS} Noise */

export const NOISES = /** @type {Noise[]} */ (Object.keys(MAKERS))

/** Until the makers are at it, caches filled and all. */
const SETTLES_MS = 100

/**
 * Makes noise, or takes a processor away, until it is told to stop, or until this process ends, however it ends.
 *
 * @param {Noise} noise
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function makeNoise (noise) {
  const back = noise === 'one processor' ? await takeAway() : async () => {}
  const makers = MAKERS[noise].map((maker) => ({
    maker,
    process: new MeasuredProcess({ variant: `the noise (${maker})`, worker: new URL('noise.cjs', import.meta.url), node: process.execPath, padding: 0 }),
  }))
  const silence = async () => {
    await Promise.all(makers.map(({ process }) => process.stop()))
    await back()
  }
  try {
    await Promise.all(makers.map(({ maker, process }) => process.ask('make', { noise: maker })))
    if (makers.length) await sleep(SETTLES_MS)
  } catch (error) {
    await silence()
    throw error
  }
  return silence
}

/** Leaves this process, and all that it starts, one processor. @returns {Promise<() => Promise<void>>} gives the others back */
async function takeAway () {
  const processors = new Processors(processorsHere())
  if (!await processors.pin(process.pid, processors.ids.slice(0, 1))) throw new CannotRun('taskset', 'and two processors are needed for this noise', 'Install util-linux, or choose another --noise.')
  return async () => { await processors.pin(process.pid, processors.ids) }
}
