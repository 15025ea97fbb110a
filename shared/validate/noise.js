import { setTimeout as sleep } from 'node:timers/promises'
import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
import { PinnableProcessors, listAllowedProcessors } from '@hotpath-labs/engine/machine.js'
import { CannotRun } from '@hotpath-labs/engine/failures.js'

/** For each kind of noise, the functions of noise.cjs that make it. Each listed function runs in a separate process. */
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

export const NOISE_KINDS = /** @type {Noise[]} */ (Object.keys(MAKERS))

const WORKER = new URL('noise.cjs', import.meta.url)

/** Milliseconds to wait until the noise processes have started and filled the CPU caches. */
const SETTLES_MS = 100

/**
 * Starts noise (load that disturbs measurements) on this machine. The noise `one processor` instead pins this process to one CPU. The noise
 * ends when the caller calls the returned function, or when this process ends.
 *
 * @param {Noise} noise
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function startNoise (noise) {
  const back = noise === 'one processor' ? await pinToOneCpu() : async () => {}
  const makers = MAKERS[noise].map((maker) => ({
    maker,
    process: new MeasuredProcess({ variant: `the noise (${maker})`, worker: WORKER, node: process.execPath, padding: 0 }),
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

/** Pins this process and its future children to one CPU. @returns {Promise<() => Promise<void>>} undoes it */
async function pinToOneCpu () {
  const processors = new PinnableProcessors(listAllowedProcessors())
  const isPinned = await processors.pin(process.pid, processors.ids.slice(0, 1))
  if (!isPinned) throw new CannotRun('TOOL_MISSING', 'the noise "one processor"', 'needs the command taskset and two processors', 'Install util-linux, or choose another --noise.')
  return async () => { await processors.pin(process.pid, processors.ids) }
}
