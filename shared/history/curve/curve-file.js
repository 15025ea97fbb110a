import * as v from 'valibot'
import { DamagedFileError, resolveDataFilePath, writeDataFile } from 'hotpath/lab'
import { formatJsonList, recordOriginSchemaFields, positiveNumberSchema, readValidRecord } from '../recorder/file.js'
import { formatCurveName } from './track.js'

/** Version of the format of files with recorded warm-up curves. A file with another version is refused. */
export const CURVE_SCHEMA_VERSION = 1

const age = v.object({ cpuSeconds: v.number(), operations: v.number() })

const curve = v.object({
  class: v.picklist(['flat', 'warms up', 'slows down', 'never steady']),
  steadyFrom: age,
  end: age,
  gets: v.number(),
  points: v.pipe(v.array(v.tuple([positiveNumberSchema, positiveNumberSchema, positiveNumberSchema])), v.minLength(1)),
})

const pair = v.object({ curves: v.record(v.string(), curve), ratios: v.record(v.string(), positiveNumberSchema) })

const form = v.object({
  schema: v.literal(CURVE_SCHEMA_VERSION),
  lab: v.string(),
  node: v.pipe(v.string(), v.regex(/^v\d+\./)),
  ...recordOriginSchemaFields,
  seconds: v.number(),
  tracks: v.array(v.object({ side: v.string(), metric: v.string() })),
  looks: v.record(v.string(), age),
  pairs: v.pipe(v.array(pair), v.minLength(1)),
})

/**
 * @typedef {v.InferOutput<typeof form>} CurveRecord `seconds`: CPU time limit of a side; `sources`: a hash of each variant;
 *   `claims`: each claim's sides and metric, missing in older files; `looks`: each side's age in the default measurement
 * @typedef {v.InferOutput<typeof pair>} RecordedPair `ratios`: each claim's ratio once both sides are steady
 * @typedef {v.InferOutput<typeof curve>} RecordedCurve `steadyFrom`: the cost then stays within 10 %; `gets`: the first cost over the last;
 *   `points`: CPU seconds, operations, cost
 * @typedef {RecordedCurve['points'][number]} RecordedPoint
 */

/** @param {string} version such as v20.20.2 @returns {number} */
export const parseNodeMajor = (version) => Number(version.match(/^v?(\d+)\./)?.[1])

/** @param {string} folder of a lab @param {number} major version of Node */
export const findCurveFile = (folder, major) => resolveDataFilePath(folder, 'curves', `node${major}.json`)

/**
 * Reads a file of recorded warm-up curves.
 *
 * @param {string} file
 * @param {number} major version of Node in its name
 * @returns {{ record?: CurveRecord, problem?: string }} both empty where there is no file; `problem`: one line, if the file is unusable
 */
export function readCurves (file, major) {
  try {
    const record = readValidRecord(file, form)
    if (!record) return {}
    if (parseNodeMajor(record.node) !== major) return { problem: `the file's name says Node ${major}, but its curves were recorded on Node ${record.node}` }
    const missing = record.tracks.map(formatCurveName).find((track) => record.pairs.some(({ curves }) => !Object.hasOwn(curves, track)))
    if (missing) return { problem: `a recorded pair of processes has no curve for ${missing}` }
    return { record }
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    return { problem: error.why.split('\n')[0] }
  }
}

/** @param {string} file @param {CurveRecord} record */
export function writeCurves (file, { pairs, ...head }) {
  const lines = formatJsonList(pairs.map((pair) => JSON.stringify(pair)), '  ', ' ')
  writeDataFile(file, `${JSON.stringify(head, null, 1).slice(0, -2)},\n "pairs": ${lines}\n}\n`)
}
