import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { replaceWith } from '../page/file.js'
import { MY, shown, writing } from './place.js'

const FILE = join(MY, 'progress.json')
const LOCK = join(MY, 'progress.lock')

/** A change takes a few ms; a lock that is older was left by a process that died. */
const STALE_MS = 2000

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
  await lock()
  try {
    return writing(() => {
      const { labs, ...rest } = read()
      const before = labs[lab] ?? v.parse(ofLab, {})
      const after = { ...before, ...change(before) }
      // under another name first: whoever reads meanwhile, or a full disk, leaves the old one whole
      const written = `${FILE}.${process.pid}`
      writeFileSync(written, JSON.stringify({ ...rest, labs: { ...labs, [lab]: after } }, null, 2) + '\n')
      replaceWith(written, FILE)
      return after
    })
  } finally {
    rmSync(LOCK, { force: true })
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
    writing(() => renameSync(FILE, aside))
    process.stderr.write(`${shown(FILE)} could not be read (${error.message}): it is kept as ${shown(aside)}, and progress starts over\n`)
    return empty
  }
}

/** Two commands at once would each write what the other has not seen. */
async function lock () {
  for (;;) {
    try {
      writing(() => closeSync(openSync(LOCK, 'wx')))
      return
    } catch (error) {
      if (error.cause?.code !== 'EEXIST') throw error
      const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs
      if (since !== undefined && Date.now() - since > STALE_MS) rmSync(LOCK, { force: true })
      await wait(20)
    }
  }
}
