import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { dataFile, writeData } from 'hotpath/lab'
import { SOURCE_HASH } from 'hotpath/sources'
import { nameOf } from './pair.js'

/** The version of the files' form. */
export const SCHEMA = 1

const above = v.pipe(v.number(), v.gtValue(0))
const age = v.object({ cpuSeconds: v.number(), operations: v.number() })

const curve = v.object({
  class: v.picklist(['flat', 'warms up', 'slows down', 'never steady']),
  steadyFrom: age,
  end: age,
  gets: v.number(),
  points: v.pipe(v.array(v.tuple([above, above, above])), v.minLength(1)),
})

const pair = v.object({ curves: v.record(v.string(), curve), ratios: v.record(v.string(), above) })

const form = v.object({
  schema: v.literal(SCHEMA),
  lab: v.string(),
  node: v.pipe(v.string(), v.regex(/^v\d+\./)),
  machine: v.object({ cpu: v.string(), cores: v.number(), os: v.string() }),
  recorded: v.string(),
  seconds: v.number(),
  tracks: v.array(v.object({ side: v.string(), metric: v.string() })),
  sources: v.record(v.string(), v.pipe(v.string(), v.regex(SOURCE_HASH))),
  claims: v.optional(v.record(v.string(), v.tuple([v.string(), v.string(), v.string()]))),
  looks: v.record(v.string(), age),
  pairs: v.pipe(v.array(pair), v.minLength(1)),
})

/**
 * @typedef {v.InferOutput<typeof form>} CurveRecord `seconds`: of CPU that a side might take; `tracks`: what there are curves of; `sources`: a hash of each
 *   variant; `claims`: the sides and the metric of each, which older ones do not tell; `looks`: the age at which the default measurement looks at each side
 * @typedef {v.InferOutput<typeof pair>} RecordedPair `ratios`: of each claim, from where both sides are steady
 * @typedef {v.InferOutput<typeof curve>} RecordedCurve `steadyFrom`: from there on the cost stays within 10 %; `gets`: how many times as cheap it has
 *   become at the end; `points`: CPU seconds, operations, cost
 * @typedef {RecordedCurve['points'][number]} RecordedPoint
 */

/** @param {string} version such as v20.20.2 @returns {number} */
export const majorOf = (version) => Number(version.match(/^v?(\d+)\./)?.[1])

/** @param {string} folder of a lab @param {number} major of Node */
export const curveFile = (folder, major) => dataFile(folder, 'curves', `node${major}.json`)

/**
 * @param {string} file
 * @param {number} major of the Node that its name says
 * @returns {{ record?: CurveRecord, problem?: string }} neither where there is no such file; `problem` in one line, where it cannot be used
 */
export function readRecord (file, major) {
  if (!existsSync(file)) return {}
  try {
    const parsed = v.safeParse(form, JSON.parse(readFileSync(file, 'utf8')))
    if (!parsed.success) return { problem: `this version does not know its format (${v.getDotPath(parsed.issues[0]) ?? 'all of it'})` }
    const { node } = parsed.output
    if (majorOf(node) !== major) return { problem: `it was recorded on Node ${node}` }
    const missing = parsed.output.tracks.map(nameOf).find((track) => parsed.output.pairs.some(({ curves }) => !Object.hasOwn(curves, track)))
    if (missing) return { problem: `one of its pairs has no curve of the ${missing}` }
    return { record: parsed.output }
  } catch (error) {
    return { problem: error.message.split('\n')[0] }
  }
}

/** A pair a line, so that a diff shows what came. @param {string} file @param {CurveRecord} record */
export function writeRecord (file, { pairs, ...head }) {
  writeData(file, `${JSON.stringify(head, null, 1).slice(0, -2)},\n "pairs": [\n${pairs.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n ]\n}\n`)
}
