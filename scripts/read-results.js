import { UsageError } from 'hotpath/failures'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { RESULT_SCHEMA_VERSION, resultSchema, versionsResultSchema } from 'hotpath/result'
import { parseExistingFile } from 'hotpath/cli'

/** @import { Result, Versions } from 'hotpath/result' */

/** @param {unknown} value @returns {value is Result} whether this version can show it */
export function matchesResultSchema (value) {
  return v.is(resultSchema, value)
}

/** @param {string[]} files written by --json, of verify or of a lab @returns {(Result | Versions)[]} the results in them */
export function readResultFiles (files) {
  return files.flatMap((file) => {
    const json = readJson(file)
    const labs = json?.labs ?? [json]
    if (!Array.isArray(labs) || !labs.length || !labs.every((lab) => Number.isInteger(lab?.schema) && lab.lab)) {
      throw new UsageError(`${file} is not a result. Expected the output of pnpm --silent verify --json, or of pnpm --silent lab <name> --json.`)
    }
    for (const lab of labs) checkFormat(file, lab)
    return labs
  })
}

/** @param {string} file */
function readJson (file) {
  try {
    return JSON.parse(decodeText(readFileSync(parseExistingFile(file))))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON. ${writeAgain(file)}`)
    throw new UsageError(error.syscall ? `${file} cannot be read: ${error.message}` : error.message)
  }
}

/** @param {string} file @param {any} lab */
function checkFormat (file, lab) {
  if (lab.schema !== RESULT_SCHEMA_VERSION) throw new UsageError(`${file} has schema version ${lab.schema}, but this version of hotpath-labs reads ${RESULT_SCHEMA_VERSION}. ${writeAgain(file)}`)
  const schema = /** @type {v.GenericSchema} */ (lab.versions ? versionsResultSchema : resultSchema)
  const { success, issues: [issue] = [] } = v.safeParse(schema, lab, { abortEarly: true })
  if (success || !issue) return
  const place = v.getDotPath(issue) ?? 'whole result'
  throw new UsageError(`${file} has another format than this version of hotpath-labs reads: lab ${lab.lab}, ${place}: ${issue.message}. ${writeAgain(file)}`)
}

/** Suggests a command with --silent, because otherwise pnpm writes an extra first line into the file of results. @param {string} file */
function writeAgain (file) {
  return `Write it again: pnpm --silent verify --json > ${file}`
}

/** Decodes a file as UTF-8, or as UTF-16, which Windows PowerShell writes for `>`. @param {Buffer} bytes */
export function decodeText (bytes) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}
