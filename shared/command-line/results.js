import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { resolveUserPath, writeFileAtUserPath, makeFolder } from '@hotpath-labs/engine/files.js'
import { makeCommand, printNotice, saveFile, saveRequestedFile } from '@hotpath-labs/terminal/terminal.js'
import { quoteArgument } from '@hotpath-labs/terminal/paths.js'
import { RESULT_SCHEMA_VERSION, resultSchema, versionsResultSchema } from '@hotpath-labs/lab/report/result-schema.js'
import { EXIT_CODES, UsageError } from '@hotpath-labs/engine/failures.js'
import * as v from 'valibot'
import { parseExistingFile } from '@hotpath-labs/terminal/parse.js'
import { LABS_FOLDER, findAttendeeFolder } from '@hotpath-labs/lab/project/project.js'
import { convertResultToRecord, formatLabRecords, findRecordsFile, readAllRows } from '@hotpath-labs/records/records.js'
import { INTERIM_ANALYSIS_PAIR_COUNTS } from '@hotpath-labs/engine/stats/rule.js'
import { writeDataFile } from '@hotpath-labs/lab/data.js'
import { formatJunit, formatMarkdown } from '@hotpath-labs/lab/report/exporters.js'
import { findWorstVerdict } from '@hotpath-labs/lab/report/words.js'

/**
 * @import { Result, Versions } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Command } from 'commander'
 */

/** Combines the results of several labs into the worst verdict and the total duration in seconds. @param {(Result | Versions)[]} results */
export function aggregateResults (results) {
  return {
    verdict: findWorstVerdict(results.map(({ verdict }) => verdict)),
    seconds: Number(results.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(2)),
  }
}

/** @param {Result['verdict']} verdict @param {{ control?: boolean }} options @returns {number} 0 if an A/A test finds no difference */
export function findExitCode (verdict, { control }) {
  return control && verdict === 'undecided' ? 0 : EXIT_CODES[verdict]
}

/** @param {string} lab @param {Result[]} versions @returns {Versions} */
export function aggregateNodeVersionResults (lab, versions) {
  return { schema: RESULT_SCHEMA_VERSION, lab, ...aggregateResults(versions), versions }
}

/** @param {Result | Versions} result @returns {Result[]} one for each version of Node */
export function listResultsByNodeVersion (result) {
  return 'versions' in result ? result.versions : [result]
}

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
      throw new UsageError(`${file} is not a result. Expected the output of verify --json, or of lab <name> --json.`)
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

/** @param {string} file @param {{ schema: number, lab: string, versions?: unknown }} lab its result, perhaps in another format */
function checkFormat (file, lab) {
  if (lab.schema !== RESULT_SCHEMA_VERSION) throw new UsageError(`${file} has schema version ${lab.schema}, but this version of hotpath-labs reads ${RESULT_SCHEMA_VERSION}. ${writeAgain(file)}`)
  const schema = /** @type {v.GenericSchema} */ (lab.versions ? versionsResultSchema : resultSchema)
  const { success, issues: [issue] = [] } = v.safeParse(schema, lab, { abortEarly: true })
  if (success || !issue) return
  const place = v.getDotPath(issue) ?? 'whole result'
  throw new UsageError(`${file} has another format than this version of hotpath-labs reads: lab ${lab.lab}, ${place}: ${issue.message}. ${writeAgain(file)}`)
}

/** @param {string} file */
function writeAgain (file) {
  return `Write it again: ${makeCommand(`verify --json > ${quoteArgument(file)}`)}`
}

/** Decodes a file as UTF-8, or as UTF-16, which Windows PowerShell writes for `>`. @param {Buffer} bytes */
export function decodeText (bytes) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

const findResultsFolder = () => join(findAttendeeFolder(), 'results')

/** @param {string} lab */
const resultFile = (lab) => join(findResultsFolder(), `${lab}.json`)

/**
 * Decides whether a new result replaces the last result that was saved for the same lab.
 *
 * @param {Pick<Lab, 'folder'>} lab only of this project
 * @param {Pick<Result, 'mode' | 'verdict'>} result
 * @param {{ node?: string[] }} options typed; nothing is replaced if --node has several versions, or a version that cannot run
 */
export function shouldReplaceLastResult ({ folder }, { mode, verdict }, { node }) {
  return mode === 'measured' && folder.startsWith(LABS_FOLDER) && !(node && (node.length > 1 || verdict === 'cannot run'))
}

/** Saves a result as the last result of its lab. If saving fails, prints a message and continues. @param {Result} result */
export function saveLastResult (result) {
  saveFile(resultFile(result.lab), JSON.stringify(result) + '\n', (file, text) => {
    makeFolder(findResultsFolder())
    writeFileAtUserPath(file, text)
  })
}

/** @param {string} lab @returns {Result | undefined} its last result, if this version can show it */
export function readLastResult (lab) {
  try {
    const last = JSON.parse(readFileSync(resultFile(lab), 'utf8'))
    return matchesResultSchema(last) ? last : undefined
  } catch {
    return undefined
  }
}

/**
 * Appends a result's ratios to the lab's file data/records.json.
 *
 * @param {Lab} lab
 * @param {Result} result
 * @param {number} [warmUpMs] CPU time in ms that --warm-up sets
 */
export function appendRatioRecord (lab, result, warmUpMs) {
  const { name, folder, manifest } = lab
  // leaves out claims that only one pair of processes measured, because a single ratio is too little evidence
  const claims = result.claims.filter(({ pairs }) => pairs >= INTERIM_ANALYSIS_PAIR_COUNTS[0])
  if (claims.length === 0) {
    const why = result.claims.length ? 'every claim was measured with fewer than two pairs of processes' : 'nothing was measured'
    return printNotice(`No ratio of ${name} is recorded, because ${why}`)
  }
  const file = findRecordsFile(folder)
  // leaves out the warm-up time of labs that warm up for a number of requests or runs instead
  const added = convertResultToRecord({ ...result, claims }, lab, manifest.kind === 'heap' || manifest.kind === 'command' ? undefined : warmUpMs)
  if (!saveRequestedFile(file, formatLabRecords([...readAllRows(folder), added]), writeDataFile)) return
  printNotice(`recorded in ${relative(process.cwd(), file)}: ${Object.entries(added.claims).map(([id, { ratio }]) => `${id} ${ratio}`).join(', ')}`)
}

/**
 * Formats of report files, by the option that names the file.
 *
 * @type {Record<string, { format: (results: Result[]) => string, says: string }>}
 */
const REPORT_FORMATS = {
  junit: { format: formatJunit, says: 'also write the result as JUnit XML' },
  markdown: { format: formatMarkdown, says: 'also write the result as a Markdown table; verify also adds it to the job summary of GitHub Actions' },
}

/** Options that choose how a result is printed or saved. */
export const REPORT_FORMAT_OPTIONS = ['json', ...Object.keys(REPORT_FORMATS)]

/** Adds an option for each format of report files. @param {Command} command */
export function addReportFileOptions (command) {
  for (const [option, { says }] of Object.entries(REPORT_FORMATS)) command.option(`--${option} <file>`, says)
  return command
}

/** @param {string} typed @param {string} text */
const writeReport = (typed, text) => writeFileAtUserPath(resolveUserPath(typed), text)

/**
 * Writes the report files whose options the user typed. Set the exit code before, because a report that cannot be written worsens it.
 *
 * @param {Result[]} results
 * @param {Record<string, any>} options of the command line, such as `junit` with a file's path
 */
export function saveReports (results, options) {
  for (const [option, { format }] of Object.entries(REPORT_FORMATS)) {
    if (options[option]) saveRequestedFile(options[option], format(results), writeReport)
  }
}
