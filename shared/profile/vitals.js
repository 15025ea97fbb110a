import { pathToFileURL } from 'node:url'
import { FILES } from 'hotpath/worker'

/** @import { MeasuredProcess } from 'hotpath/measure' */
/** @import { Sample } from 'hotpath/worker' */
/** @typedef {{ ms: number, bytes: number }} Live memory in use after garbage collections */

/** First major version of Node with the option --import. */
export const OLDEST_NODE = 20

/** Flags that load vitals.mjs before the variant. */
export const VITALS_FLAGS = ['--import', pathToFileURL(FILES.vitals).href]

/** @param {MeasuredProcess} measured started with VITALS_FLAGS @param {number} everyMs @param {(sample: Sample) => void} onSample */
export async function watchVitals (measured, everyMs, onSample) {
  measured.child.on('message', (/** @type {any} */ { vitals }) => { if (vitals) onSample(vitals) })
  await measured.ask('vitals', { everyMs })
}
