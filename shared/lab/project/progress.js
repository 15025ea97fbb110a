import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { replaceFile, writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { takeLock, waitForLock } from '@hotpath-labs/engine/process/lock.js'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { findAttendeeFolder, formatPath, explainWriteErrors } from './project.js'

const findProgressFile = () => join(findAttendeeFolder(), 'progress.json')
const findProgressLock = () => join(findAttendeeFolder(), 'progress.lock')

/** Longest wait in ms for the lock of the progress file. A change takes a few ms, but seconds on a busy machine. */
const LOCK_TIMEOUT_MS = 5000

const timestamp = v.nullable(v.pipe(v.string(), v.isoTimestamp()))

const labProgress = v.looseObject({
  started: v.optional(timestamp, null),
  opened: v.optional(timestamp, null),
  passed: v.optional(timestamp, null),
  step: v.optional(v.nullable(v.string()), null),
  place: v.optional(v.nullable(v.string())),
  hints: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  template: v.optional(v.nullable(v.string()), null),
})

/** Schema of the progress file. Unknown fields are kept, so that an older version of the project does not lose a newer version's fields. */
const schema = v.looseObject({ version: v.pipe(v.number(), v.integer()), labs: v.record(v.string(), labProgress) })

/**
 * @typedef {v.InferOutput<typeof labProgress>} LabProgress `opened`: the last time that its file was opened; `step`: the variant of
 *   the furthest step that an attempt has reached; `place`: the step at which the last check or measurement that could tell found the file,
 *   null for the start; `hints`: number of given hints; `template`: hash of the files that were copied
 */

/** @returns {Record<string, LabProgress>} by lab. An unreadable file is renamed, with a line on stderr */
export function readProgress () {
  return read().labs
}

/** @param {string} lab @returns {LabProgress} */
export function readLabProgress (lab) {
  return readProgress()[lab] ?? v.parse(labProgress, {})
}

/**
 * Names how far an attendee is. The loop copies a lab's file when it opens the lab: until somebody changes the file, nothing is started.
 *
 * @param {Partial<LabProgress>} [progress]
 * @returns {'passed' | 'started' | 'opened' | ''}
 */
export function nameLabState ({ passed, started, step, opened } = {}) {
  if (passed) return 'passed'
  return started || step ? 'started' : opened ? 'opened' : ''
}

/**
 * Changes an attendee's saved progress in one lab.
 *
 * @param {string} lab
 * @param {(before: LabProgress) => Partial<LabProgress>} change
 * @returns {Promise<LabProgress>} the new progress
 * @throws {HotpathError} if the file cannot be written, or stays locked for 5 s
 */
export async function changeLabProgress (lab, change) {
  const release = await lock()
  try {
    return explainWriteErrors(() => {
      const { labs, ...rest } = read()
      const before = labs[lab] ?? v.parse(labProgress, {})
      const after = { ...before, ...change(before) }
      writeFileAtomically(findProgressFile(), JSON.stringify({ ...rest, labs: { ...labs, [lab]: after } }, null, 2) + '\n')
      return after
    })
  } finally {
    release()
  }
}

/** @returns {v.InferOutput<typeof schema>} contents of the file, empty without one */
function read () {
  const empty = { version: 1, labs: {} }
  let text
  try {
    text = readFileSync(findProgressFile(), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return empty
    throw error
  }
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (error) {
    const aside = `${findProgressFile().slice(0, -'.json'.length)}.broken-${Date.now()}.json`
    explainWriteErrors(() => replaceFile(findProgressFile(), aside))
    const kept = `The unreadable file is kept as ${formatPath(aside)}, and your progress starts again from zero.`
    process.stderr.write(`${formatPath(findProgressFile())} cannot be read (${error.message}). ${kept}\n`)
    return empty
  }
}

/** Locks the progress file, so that two commands do not overwrite each other's changes. @returns {Promise<() => void>} releases the lock */
async function lock () {
  const { release, holder } = await waitForLock(() => explainWriteErrors(() => takeLock(findProgressLock())), LOCK_TIMEOUT_MS)
  if (release) return release
  throw new HotpathError('UNWRITABLE', `${formatPath(findProgressFile())} has been locked for ${LOCK_TIMEOUT_MS / 1000} s by process ${holder}. Try again when that process has ended. ` +
    `If that process is not from hotpath-labs, delete ${formatPath(findProgressLock())}`)
}
