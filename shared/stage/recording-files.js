import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { quoteArgument } from '@hotpath-labs/terminal/paths.js'
import { basename, join } from 'node:path'
import { resultSchema as labResult } from '@hotpath-labs/lab/report/result-schema.js'
import * as v from 'valibot'
import { HotpathError, UsageError } from '@hotpath-labs/engine/failures.js'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { removeNarrowFrames } from '@hotpath-labs/profile/flame/data.js'
import { resolveDataFilePath, writeDataFile } from '@hotpath-labs/lab/data.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { RECORDING_FORMAT_VERSION, findRecordedResult, recordingShowsPlan } from './recording.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Call } from '@hotpath-labs/profile/flame/data.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Recording } from './recording.js'
 */

const interval = v.tuple([v.nullable(v.number()), v.nullable(v.number())])
const figures = v.record(v.string(), v.record(v.string(), v.number()))
const result = v.object({ ...labResult.entries, mode: v.picklist(['measured', 'mine']) })
const claim = v.object({
  id: v.string(),
  ratio: v.number(),
  interval,
  confidence: v.optional(v.number(), 0.95),
  verdict: v.string(),
  pair: v.nullable(v.number()),
})
const claims = v.array(claim)
const event = v.variant('type', [
  v.object({ type: v.literal('waiting'), what: v.string() }),
  v.object({ type: v.picklist(['comparing', 'warming']) }),
  v.object({ type: v.literal('block'), ratios: v.record(v.string(), v.number()), sides: figures }),
  v.object({ type: v.literal('pair'), pairs: v.number(), claims, sides: figures }),
  v.object({ type: v.literal('result'), result }),
  v.object({ type: v.literal('failed'), what: v.string() }),
])
const time = v.pipe(v.string(), v.isoTimestamp())
/** @type {v.GenericSchema<Call>} */
const call = v.tuple([v.number(), v.number(), v.lazy(() => v.array(call))])
// checks only a profile's structure, not its texts, because the page inserts all texts as text
const flameGraphs = v.looseObject({
  sides: v.array(v.looseObject({ variant: v.string(), label: v.string(), total: v.number(), roots: v.array(call) })),
  changes: v.array(v.looseObject({ frame: v.number(), self: v.array(v.number()), total: v.array(v.number()) })),
  frames: v.array(v.looseObject({ name: v.string(), kind: v.picklist(['own', 'dependency', 'node', 'v8']), where: v.string() })),
})

const flameGraphsWithFrames = v.pipe(flameGraphs, v.check((data) => hasAllFrames(data), 'a call in the profile names a frame that the profile does not contain'))
const grownObjects = v.object({ name: v.string(), grown: v.number(), retainedBytes: v.number(), size: v.string() })
const heap = v.object({
  kind: v.literal('heap'),
  nodeMajor: v.number(),
  sides: v.array(v.object({ variant: v.string(), label: v.string(), finding: v.string(), rows: v.array(grownObjects) })),
})

const recordingSchema = v.object({
  hotpathRecording: v.literal(RECORDING_FORMAT_VERSION),
  lab: v.string(),
  recordedAt: time,
  events: v.pipe(v.array(v.tuple([v.pipe(v.number(), v.minValue(0)), event])), v.minLength(1)),
  profiledAt: v.optional(time),
  profile: v.optional(v.lazy((given) => /** @type {{ kind?: string } | null} */ (given)?.kind === 'heap' ? heap : flameGraphsWithFrames)),
})

/** @param {v.InferOutput<typeof flameGraphs>} data @returns {boolean} whether each call has a frame */
function hasAllFrames ({ sides, changes, frames }) {
  const isKnown = (/** @type {[number, ...any[]]} */ [frame,, children = []]) => frame in frames && children.every(isKnown)
  return changes.every(({ frame }) => frame in frames) && sides.every(({ roots }) => roots.every(isKnown))
}

/** Largest size in bytes of a recording in a lab's folder: small, because about twenty recordings are in the repository. */
export const MAX_LAB_RECORDING_BYTES = 140_000

/** Smallest width of a frame in a recorded flame graph, as a share of the graph: about ten pixels on a screen 1920 pixels wide. */
const NARROWEST = 0.005

/**
 * @param {string} file absolute
 * @param {string} lab that the recording must show
 * @param {{ lab?: string, file?: string }} [typed] the same, as the user typed them
 * @returns {Recording}
 * @throws {HotpathError}
 */
export function readRecording (file, lab, typed = {}) {
  const name = basename(file)
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new HotpathError('BAD_RECORDING', `${name} cannot be read: ${error.message}`)
  }
  let read
  try {
    read = JSON.parse(text)
  } catch {
    throw new HotpathError('BAD_RECORDING', `${name} is broken or cut off: it is not complete JSON. Use another recording.`)
  }
  const format = read?.hotpathRecording
  if (format === undefined) throw new HotpathError('BAD_RECORDING', `${name} is not a recording of pnpm demo. Use a file from my/recordings, where pnpm demo saves its runs.`)
  if (format !== RECORDING_FORMAT_VERSION) {
    throw new HotpathError('BAD_RECORDING', `${name} has format version ${JSON.stringify(format)}, but this version of hotpath-labs reads ${RECORDING_FORMAT_VERSION}. Record it again: ${makeCommand(`demo ${typed.lab ?? lab} --record`)}`)
  }
  const parsed = v.safeParse(recordingSchema, read)
  if (!parsed.success) throw new HotpathError('BAD_RECORDING', `${name} is not a valid recording. Field ${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}. Use another recording.`)
  if (parsed.output.lab !== lab) {
    throw new HotpathError('BAD_RECORDING', `${name} is a recording of ${parsed.output.lab}, not of ${lab}. Type: ${makeCommand(`demo ${parsed.output.lab} --replay ${quoteArgument(typed.file ?? file)}`)}`)
  }
  return /** @type {Recording} */ (/** @type {unknown} */ (parsed.output))
}

/** @param {string} file as it was typed @param {Lab} lab */
export function readReplayFile (file, lab) {
  const recording = readRecording(resolveUserPath(file), lab.name, { lab: formatLabArgument(lab), file })
  if (recordingShowsPlan(recording, planClaims(lab))) return recording
  throw new UsageError(`${basename(file)} does not match the claims of ${lab.name}: the lab was changed, or the recording shows an attendee's file. ` +
    `Record it again: ${makeCommand(`demo ${formatLabArgument(lab)} --record`)}`)
}

/** Writes a recording with one event per line, so that diffs are readable. @param {string} file absolute @param {Recording} recording */
export function writeRecording (file, recording) {
  writeDataFile(file, formatRecording(recording))
}

/** @param {Recording} recording @returns {string} */
function formatRecording ({ events, profile, ...head }) {
  const lines = events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')
  return `${JSON.stringify(head).slice(0, -1)},"events":[\n${lines}\n]${profile ? `,"profile":\n${JSON.stringify(profile)}\n` : ''}}\n`
}

/**
 * Makes a recording small enough for a lab's folder: removes some intermediate ratios and the flame graph's narrow frames.
 *
 * @param {Recording} recording
 * @returns {Recording}
 */
export function shrinkRecording (recording) {
  const { profile } = recording
  const slimmed = { ...recording, ...(profile && !('kind' in profile) && { profile: removeNarrowFrames(profile, NARROWEST) }) }
  // removes every fourth event of type `block`, again and again, until the file is small enough
  while (Buffer.byteLength(formatRecording(slimmed)) > MAX_LAB_RECORDING_BYTES) {
    const blocks = slimmed.events.filter(([, { type }]) => type === 'block')
    if (blocks.length < 2) break
    const dropped = new Set(blocks.filter((_, index) => index % 4 === 3 || blocks.length < 4))
    slimmed.events = slimmed.events.filter((event) => !dropped.has(event))
  }
  return slimmed
}

/**
 * Finds a recording to play instead of a measurement: the newest recording with the verdict "holds", or else the recording in the lab's
 * folder.
 *
 * @param {string} folder of recordings
 * @param {LabPlan} plan
 * @returns {Recording | undefined}
 */
export function findFallbackRecording (folder, plan) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith(`${plan.lab.name}-2`) && file.endsWith('.json')) : []
  for (const file of files.sort().reverse()) {
    const found = readHolding(join(folder, file), plan)
    if (found) return found
  }
  return readLabRecording(plan)
}

/**
 * Reads the recording in a lab's folder, if its verdict is "holds" and the lab's claims have not changed since.
 *
 * @param {LabPlan} plan
 * @returns {Recording | undefined}
 */
export function readLabRecording (plan) {
  return readHolding(findLabRecordingFile(plan.lab), plan)
}

/** @param {Pick<Lab, 'folder'>} lab */
export function findLabRecordingFile ({ folder }) {
  return resolveDataFilePath(folder, 'recording.json')
}

/** @param {string} file @param {LabPlan} plan @returns {Recording | undefined} the recording, if its verdict is holds */
function readHolding (file, plan) {
  try {
    const read = readRecording(file, plan.lab.name)
    return findRecordedResult(read)?.verdict === 'holds' && recordingShowsPlan(read, plan) ? read : undefined
  } catch (error) {
    if (!(error instanceof HotpathError)) throw error
  }
}

/** @param {string} folder @param {Recording} recording @returns {string} its file there */
export function findRunRecordingFile (folder, { lab, recordedAt }) {
  return join(folder, `${lab}-${recordedAt.replaceAll(':', '-').replace(/\..*/, '')}.json`)
}
