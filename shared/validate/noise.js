import { setTimeout as sleep } from 'node:timers/promises'
import { MeasuredProcess } from '../measure/process/process.js'

/** What else goes on while something is measured: the processes that do it. */
const MAKERS = {
  quiet: [],
  'one busy': ['busy'],
  'both busy': ['busy', 'busy'],
  bursts: ['bursts'],
  memory: ['memory'],
}

/** @typedef {keyof typeof MAKERS} Noise */

export const NOISES = /** @type {Noise[]} */ (Object.keys(MAKERS))

/** Until the makers are at it, caches filled and all. */
const SETTLES_MS = 100

/**
 * Makes noise until it is told to stop, or until this process ends, however it ends.
 *
 * @param {Noise} noise
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function makeNoise (noise) {
  const makers = MAKERS[noise].map((maker) => ({
    maker,
    process: new MeasuredProcess({ variant: `the noise (${maker})`, worker: '../validate/noise.cjs', node: process.execPath, padding: 0 }),
  }))
  await Promise.all(makers.map(({ maker, process }) => process.ask('make', { noise: maker })))
  if (makers.length) await sleep(SETTLES_MS)
  return async () => { await Promise.all(makers.map(({ process }) => process.stop())) }
}
