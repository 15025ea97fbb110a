import { pathToFileURL } from 'node:url'
import { FILES } from 'hotpath/worker'
/**
 * What a variant tells of itself under load (vitals.mjs of its workers).
 *
 * @typedef {import('hotpath/worker').Sample} Sample
 * @typedef {{ ms: number, bytes: number }} Live what was still held after collections
 * @typedef {import('hotpath/measure').MeasuredProcess} MeasuredProcess
 */

/** The first version of Node on which a process can tell it: its --import. */
export const OLDEST_NODE = 20

/** By which node loads it before the variant. */
export const VITALS = ['--import', pathToFileURL(FILES.vitals).href]

/**
 * @param {MeasuredProcess} measured started with VITALS
 * @param {number} everyMs
 * @param {(sample: Sample) => void} onSample
 */
export async function watch (measured, everyMs, onSample) {
  measured.child.on('message', (/** @type {any} */ { vitals }) => { if (vitals) onSample(vitals) })
  await measured.ask('vitals', { everyMs })
}

/** @param {MeasuredProcess} measured @returns {Promise<Live>} */
export const live = (measured) => measured.ask('live')

/** @param {MeasuredProcess} measured @param {string} file absolute, to be written */
export const snapshot = (measured, file) => measured.ask('snapshot', { file })
