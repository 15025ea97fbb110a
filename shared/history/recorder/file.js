import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { DamagedFileError, readJsonFile } from 'hotpath/lab'
import { SOURCE_HASH_PATTERN } from 'hotpath/sources'

export const positiveNumberSchema = v.pipe(v.number(), v.gtValue(0))
export const sourceHashSchema = v.pipe(v.string(), v.regex(SOURCE_HASH_PATTERN))

/** Schema of the fields that say what a record measured, on which machine and day. Older records have no `claims`. */
export const recordOriginSchemaFields = {
  machine: v.object({ cpu: v.string(), cores: v.number(), os: v.string() }),
  recorded: v.string(),
  sources: v.record(v.string(), sourceHashSchema),
  claims: v.optional(v.record(v.string(), v.tuple([v.string(), v.string(), v.string()]))),
}

/**
 * Reads a recorded JSON file and checks it against a schema.
 *
 * @template {v.GenericSchema} T
 * @param {string} file
 * @param {T} form
 * @returns {v.InferOutput<T> | undefined} undefined where there is no file
 * @throws {DamagedFileError}
 */
export function readValidRecord (file, form) {
  if (!existsSync(file)) return undefined
  const parsed = v.safeParse(form, readJsonFile(file))
  if (parsed.success) return parsed.output
  throw new DamagedFileError(file, `this version of hotpath-labs does not know this file format (${v.getDotPath(parsed.issues[0]) ?? 'all of it'})`)
}

/**
 * Formats a JSON list with one item per line, so that a diff shows only new items.
 *
 * @param {string[]} items as JSON
 * @param {string} [indent]
 * @param {string} [closing] indent of the bracket
 */
export function formatJsonList (items, indent = '  ', closing = '') {
  return items.length ? `[\n${items.map((item) => indent + item).join(',\n')}\n${closing}]` : '[]'
}
