import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { replaceWith, takeLock, waitForLock, writeWhole } from 'hotpath/files'
import { MY, UnwritableError, shown, writing } from './place.js'

const FILE = join(MY, 'progress.json')
const LOCK = join(MY, 'progress.lock')

/** A change takes a few ms, and a room's machine may be busy with others. */
const PATIENT_FOR_MS = 5000

const moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()))

const ofLab = v.looseObject({
  started: v.optional(moment, null),
  passed: v.optional(moment, null),
  best: v.optional(v.nullable(v.number()), null),
  hints: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
})

/** Loose, so that an older version of the project keeps what a newer one has written. */
const schema = v.looseObject({ version: v.pipe(v.number(), v.integer()), labs: v.record(v.string(), ofLab) })

/** @typedef {v.InferOutput<typeof ofLab>} LabProgress `started` and `passed` are moments, `best` the ratio to slow, `hints` how many were given */

/** @returns {Record<string, LabProgress>} by lab; a file that cannot be used is set aside and told on stderr */
export function readProgress () {
  return read().labs
}

/** @param {string} lab @returns {LabProgress} */
export function progressOf (lab) {
  return readProgress()[lab] ?? v.parse(ofLab, {})
}

/**
 * @param {string} lab
 * @param {(before: LabProgress) => Partial<LabProgress>} change
 * @returns {Promise<LabProgress>} after it
 * @throws {import('./place.js').UnwritableError}
 */
export async function changeProgress (lab, change) {
  const release = await lock()
  try {
    return writing(() => {
      const { labs, ...rest } = read()
      const before = labs[lab] ?? v.parse(ofLab, {})
      const after = { ...before, ...change(before) }
      writeWhole(FILE, JSON.stringify({ ...rest, labs: { ...labs, [lab]: after } }, null, 2) + '\n')
      return after
    })
  } finally {
    release()
  }
}

/** @returns {v.InferOutput<typeof schema>} */
function read () {
  const empty = { version: 1, labs: {} }
  let text
  try {
    text = readFileSync(FILE, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return empty
    throw error
  }
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (error) {
    const aside = `${FILE.slice(0, -'.json'.length)}.broken-${Date.now()}.json`
    writing(() => replaceWith(FILE, aside))
    process.stderr.write(`${shown(FILE)} cannot be read (${error.message}). It is kept as ${shown(aside)}, and your progress starts again from zero.\n`)
    return empty
  }
}

/** Two commands at once would each write what the other has not seen. @returns {Promise<() => void>} releases the lock */
async function lock () {
  const { release, holder } = await waitForLock(() => writing(() => takeLock(LOCK)), PATIENT_FOR_MS)
  if (release) return release
  throw new UnwritableError(`${shown(FILE)} has been locked for ${PATIENT_FOR_MS / 1000} s by process ${holder}. Try again when that process has ended. If that process is not from hotpath-labs, delete ${shown(LOCK)}`)
}
