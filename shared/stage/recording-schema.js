import { RESULT_SCHEMA_VERSION, resultSchema as labResult } from 'hotpath/result'
import * as v from 'valibot'

/** @import { Call } from '@hotpath-labs/profile' */

/** Version of the file format of recorded demos. */
export const RECORDING_FORMAT_VERSION = 2

const interval = v.tuple([v.nullable(v.number()), v.nullable(v.number())])
const figures = v.record(v.string(), v.record(v.string(), v.number()))
// reads recordings of schema 2, too: their runs had no failure, and nothing else has changed since
const result = v.object({ ...labResult.entries, schema: v.picklist([2, RESULT_SCHEMA_VERSION]), mode: v.picklist(['measured', 'mine']) })
const claims = v.array(v.object({ id: v.string(), ratio: v.number(), interval, verdict: v.string(), pair: v.nullable(v.number()) }))
const event = v.variant('type', [
  v.object({ type: v.literal('waiting'), what: v.string() }),
  v.object({ type: v.literal('comparing') }),
  v.object({ type: v.literal('block'), ratios: v.record(v.string(), v.number()), sides: figures }),
  v.object({ type: v.literal('pair'), pairs: v.number(), claims, sides: figures }),
  v.object({ type: v.literal('result'), result }),
  v.object({ type: v.literal('failed'), what: v.string() }),
])
const time = v.pipe(v.string(), v.isoTimestamp())
/** @type {v.GenericSchema<Call>} */
const call = v.tuple([v.number(), v.number(), v.lazy(() => v.array(call))])
// checks only a profile's structure, not its texts, because renderFlamePage escapes all texts
const profile = v.looseObject({
  sides: v.array(v.looseObject({ variant: v.string(), label: v.string(), total: v.number(), roots: v.array(call) })),
  changes: v.array(v.looseObject({ frame: v.number(), self: v.array(v.number()), total: v.array(v.number()) })),
  frames: v.array(v.looseObject({ name: v.string(), kind: v.picklist(['own', 'dependency', 'node', 'v8']), where: v.string() })),
})

export const recordingSchema = v.object({
  hotpathRecording: v.literal(RECORDING_FORMAT_VERSION),
  lab: v.string(),
  recordedAt: time,
  events: v.pipe(v.array(v.tuple([v.pipe(v.number(), v.minValue(0)), event])), v.minLength(1)),
  profiledAt: v.optional(time),
  profile: v.optional(v.pipe(profile, v.check((data) => hasAllFrames(data), 'a call in the profile names a frame that the profile does not contain'))),
})

/** @param {v.InferOutput<typeof profile>} data @returns {boolean} whether each call has a frame */
function hasAllFrames ({ sides, changes, frames }) {
  const isKnown = (/** @type {[number, ...any[]]} */ [frame,, children = []]) => frame in frames && children.every(isKnown)
  return changes.every(({ frame }) => frame in frames) && sides.every(({ roots }) => roots.every(isKnown))
}
