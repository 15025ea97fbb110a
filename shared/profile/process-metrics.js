import { pathToFileURL } from 'node:url'
import { FILES } from '@hotpath-labs/engine/worker/index.cjs'

/**
 * @import { MeasuredProcess } from '@hotpath-labs/engine/process/measured-process.js'
 * @import { Sample } from '@hotpath-labs/engine/worker/index.cjs'
 */

/** @typedef {{ ms: number, bytes: number }} Live memory in use after garbage collections */

/** Oldest major version of Node that can record process metrics, because older versions lack the option --import. */
export const OLDEST_NODE_WITH_PROCESS_METRICS = 20

/** Flags for node that load the recorder of process metrics (CPU use, event-loop delays, memory) before the variant. */
export const NODE_FLAGS_FOR_PROCESS_METRICS = ['--import', pathToFileURL(FILES.processMetrics).href]

/**
 * @param {MeasuredProcess} measured started with NODE_FLAGS_FOR_PROCESS_METRICS
 * @param {number} everyMs
 * @param {(sample: Sample) => void} onSample
 */
export async function watchProcessMetrics (measured, everyMs, onSample) {
  measured.child.on('message', (/** @type {{ processMetrics?: Sample }} */ { processMetrics }) => {
    if (processMetrics) onSample(processMetrics)
  })
  await measured.ask('processMetrics', { everyMs })
}
