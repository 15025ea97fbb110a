import { MEASURING_MODULES_BY_LAB_KIND, findFailureCause, chooseSupportedFlags, ProcessSet, measureLab, chooseCpuAffinity, startServices } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { createRandom } from 'hotpath/stats'
import { findReasonNotToRecord } from '../recorder/refusal.js'
import { recordCurvePair } from './pair.js'
import { summarizeCurvePair } from './summary.js'
import { parseVariantFromSideName } from './track.js'

/** @import { Failure } from 'hotpath/failures' */
/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */
/** @import { CurveRecord } from './summary.js' */
/** @import { Track } from './track.js' */

/** Time limit in seconds for measuring the lab once with default settings, before the recording begins. */
const DEFAULT_MEASUREMENT_SECONDS = 10

/**
 * Records how a lab's variants warm up, in pairs of fresh processes with V8's default JIT thresholds.
 *
 * @param {Lab} lab
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.pairs in all
 * @param {number} options.seconds CPU time limit of a side
 * @param {boolean} [options.full] use all of `seconds`
 * @param {string} [options.node] binary that runs the variants
 * @param {Track[]} options.tracks
 * @param {(text: string) => void} [options.onProgress]
 * @param {(record: CurveRecord) => void} [options.onPair] called with the complete pairs
 * @returns {Promise<{ record?: CurveRecord, failure?: Failure }>} the complete pairs, if there are any; `failure` of a variant
 * @throws {import('hotpath/failures').CannotRun}
 */
export async function recordCurves (lab, options) {
  const { seed, pairs, seconds, full, tracks, node = process.execPath, onProgress = () => {}, onPair = () => {} } = options
  onProgress('measuring how long `pnpm lab` warms up the variants')
  // this measurement shows how long `pnpm lab` warms up the variants, and whether all variants answer alike
  const measured = await measureLab(lab, { seed, seconds: DEFAULT_MEASUREMENT_SECONDS, mostPairs: 1, node })
  const refusal = findReasonNotToRecord(measured)
  if (refusal) return { failure: refusal }

  const kind = MEASURING_MODULES_BY_LAB_KIND[lab.manifest.kind]
  const flags = await chooseSupportedFlags(lab.manifest, node)
  const random = createRandom(seed)
  const services = await startServices(lab, { seed, random, onProgress: () => onProgress('starting the services that the variants need') })
  /** @type {import('./pair.js').Run} */
  const run = { lab, bodies: new Map(), seed, random, affinity: chooseCpuAffinity(lab.manifest, random, services) }
  /** @type {CurveRecord} */
  const record = { lab: lab.name, node: measured.node, tracks, looks: findAges(measured), pairs: [] }
  const variants = [...new Set(tracks.map(({ side }) => parseVariantFromSideName(side)))]
  try {
    while (record.pairs.length < pairs) {
      const nth = record.pairs.length + 1
      const fleet = new ProcessSet(variants, { files: lab.files, kind, flags, node, random, env: services.env })
      try {
        await fleet.ready
        const onRound = (/** @type {number} */ oldest) =>
          onProgress(`pair ${nth} of ${pairs}: ${oldest.toFixed(1)} s of CPU time used, limit ${seconds.toFixed(1)} s`)
        const curves = await recordCurvePair(run, fleet.processes, tracks, { seconds, full, onRound })
        record.pairs.push(summarizeCurvePair(curves, lab.manifest.claims))
        onPair(record)
      } finally {
        await fleet.stop()
      }
    }
    return { record }
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    const failure = await findFailureCause(error, services)
    return { record: record.pairs.length ? record : undefined, failure }
  } finally {
    await services.stop()
  }
}

/**
 * Finds how many CPU seconds each program had used when it was measured with default settings.
 *
 * @param {Result} measured
 * @returns {CurveRecord['looks']}
 */
function findAges ({ claims }) {
  return Object.fromEntries(claims.flatMap(({ slower, faster, age }) => [[slower, age.slower], [faster, age.faster]]))
}
