import { pathToFileURL } from 'node:url'
import { FILES } from 'hotpath/worker'

/** @import { MeasuredProcess } from 'hotpath/measure' */
/** @import { Sample } from 'hotpath/worker' */
/** @typedef {{ ms: number, bytes: number }} Live memory in use after garbage collections */

/** Oldest major version of Node that can record vital signs: the first with the option --import. */
export const OLDEST_NODE_WITH_VITAL_SIGNS = 20

/** Flags for node that load vitals.mjs, the recorder of vital signs, before the variant. */
export const VITAL_SIGNS_FLAGS = ['--import', pathToFileURL(FILES.vitals).href]

/** @param {MeasuredProcess} measured started with VITAL_SIGNS_FLAGS @param {number} everyMs @param {(sample: Sample) => void} onSample */
export async function watchVitalSigns (measured, everyMs, onSample) {
  measured.child.on('message', (/** @type {any} */ { vitals }) => { if (vitals) onSample(vitals) })
  await measured.ask('vitals', { everyMs })
}
