import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { thinned } from '@hotpath-labs/profile'
import { SCHEMA, recordingSchema } from './recording-schema.js'
import { after, blankRun } from './run.js'
import { dataFile, writeData } from 'hotpath/lab'

/** Of a recording that a lab ships: there are some twenty. */
export const MOST_SHIPPED_BYTES = 140_000

/** Share of a side below which a frame is not shipped: on a screen of 1920 pixels it would have ten. */
const NARROWEST = 0.005

/** No recording; the message says what is wrong with the file. */
export class RecordingError extends Error {
  name = 'RecordingError'
}

/**
 * @typedef {object} Recording of a run
 * @property {1} hotpathRecording its format
 * @property {string} lab
 * @property {string} recordedAt when the run began, as ISO 8601
 * @property {[number, import('./run.js').StageEvent][]} events each with the milliseconds since then, without those in which it waited for another measurement
 * @property {import('@hotpath-labs/profile').FlameData} [profile] of slow and fast, that the flame screen shows
 * @property {string} [profiledAt] when that was taken, if not with the run
 */

/** @param {string} lab @param {Date} [began] @returns {Recording} an empty one */
export function newRecording (lab, began = new Date()) {
  return { hotpathRecording: SCHEMA, lab, recordedAt: began.toISOString(), events: [] }
}

/** @param {Recording} recording @returns {import('./run.js').RunView} what a page shows when it has ended */
export function endOf ({ events }) {
  return events.reduce((view, [ms, event]) => after(view, event, ms), blankRun())
}

/** @param {Recording} recording @returns {import('hotpath/measure').Result | null} to which it came */
export function resultOf (recording) {
  return endOf(recording).result
}

/**
 * @param {string} file absolute
 * @param {string} lab whose it is to be
 * @param {{ lab?: string, file?: string }} [typed] what to type for them
 * @returns {Recording}
 * @throws {RecordingError}
 */
export function readRecording (file, lab, typed = {}) {
  const name = basename(file)
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new RecordingError(`${name} cannot be read: ${error.message}`)
  }
  let read
  try {
    read = JSON.parse(text)
  } catch {
    throw new RecordingError(`${name} is broken or cut off: it is not complete JSON. Use another recording.`)
  }
  const format = read?.hotpathRecording
  if (format === undefined) throw new RecordingError(`${name} is not a recording of pnpm demo.`)
  if (format !== SCHEMA) throw new RecordingError(`${name} has the format ${JSON.stringify(format)}, and this version reads ${SCHEMA}. Record it again: pnpm demo ${typed.lab ?? lab} --record`)
  const parsed = v.safeParse(recordingSchema, read)
  if (!parsed.success) throw new RecordingError(`${name} is broken at ${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`)
  if (parsed.output.lab !== lab) throw new RecordingError(`${name} is a recording of ${parsed.output.lab}, not of ${lab}. Type: pnpm demo ${parsed.output.lab} --replay ${typed.file ?? file}`)
  return /** @type {Recording} */ (/** @type {unknown} */ (parsed.output))
}

/** One event a line, so that a diff shows what differs. @param {string} file absolute @param {Recording} recording */
export function writeRecording (file, recording) {
  writeData(file, textOf(recording))
}

/** @param {Recording} recording @returns {string} */
function textOf ({ events, profile, ...head }) {
  const lines = events.map((event) => `  ${JSON.stringify(event)}`).join(',\n')
  return `${JSON.stringify(head).slice(0, -1)},"events":[\n${lines}\n]${profile ? `,"profile":\n${JSON.stringify(profile)}\n` : ''}}\n`
}

/** @param {Recording} recording @returns {Recording} as a lab ships it: a long run tells less often, and what is narrow in the profile is left out */
export function slim (recording) {
  const profile = recording.profile && thinned(recording.profile, NARROWEST)
  const slimmed = { ...recording, ...(profile && { profile }) }
  while (textOf(slimmed).length > MOST_SHIPPED_BYTES) {
    const blocks = slimmed.events.filter(([, { type }]) => type === 'block')
    if (blocks.length < 2) break
    const dropped = new Set(blocks.filter((_, index) => index % 4 === 3 || blocks.length < 4))
    slimmed.events = slimmed.events.filter((event) => !dropped.has(event))
  }
  return slimmed
}

/** @typedef {Pick<import('hotpath/lab').Lab, 'name' | 'folder' | 'manifest'>} Lab */

/**
 * @param {string} folder of recordings
 * @param {Lab} lab
 * @returns {Recording | undefined} the newest that shows what the lab claims to hold, or the one that it ships
 */
export function fallback (folder, lab) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.startsWith(`${lab.name}-2`) && file.endsWith('.json')) : []
  for (const file of files.sort().reverse()) {
    const found = fitting(join(folder, file), lab)
    if (found) return found
  }
  return shipped(lab)
}

/** @param {Lab} lab @returns {Recording | undefined} the one that it ships, if that is of what it claims now */
export function shipped (lab) {
  return fitting(shippedFile(lab), lab)
}

/** @param {Pick<Lab, 'folder'>} lab */
export function shippedFile ({ folder }) {
  return dataFile(folder, 'recording.json')
}

/** @param {Recording} recording @param {Pick<Lab, 'manifest'>} lab @returns {boolean} whether it is of what the lab claims: one of an attendee's file, or of a lab that was another then, is not */
export function isOf (recording, { manifest }) {
  const result = resultOf(recording)
  return !result || result.claims.length === 0 || result.claims.some(({ id }) => id === manifest.claims[0].id)
}

/** @param {string} file @param {Lab} lab @returns {Recording | undefined} */
function fitting (file, lab) {
  try {
    const read = readRecording(file, lab.name)
    // a room that has just seen an undecided run has no use for another
    return resultOf(read)?.verdict === 'holds' && isOf(read, lab) ? read : undefined
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
  }
}

/** @param {string} folder @param {Recording} recording @returns {string} its file there */
export function fileFor (folder, { lab, recordedAt }) {
  return join(folder, `${lab}-${recordedAt.replaceAll(':', '-').replace(/\..*/, '')}.json`)
}
