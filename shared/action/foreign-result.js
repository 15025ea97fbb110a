import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BENCHMARK_VERDICTS, COMPARE_SCHEMA_VERSION, findWorstVerdict } from 'hotpath/internal/compare/result.js'
import { cleanText } from './text.js'

/**
 * @import { BenchmarkResult, CompareResult } from 'hotpath/internal/compare/result.js'
 *
 * @typedef {{ result: CompareResult } | { problem: string }} Part of an artefact; `problem`: why there is no result
 * @typedef {{ first: Part[], second: Part[] }} Parts of the measurement, and of its repetition on another machine
 */

/** Limits of a foreign artefact. A result of 100 benchmarks has about 200 kB. */
export const LIMITS = { files: 65, bytesPerFile: 4_000_000, benchmarks: 2000, name: 200, reason: 300, file: 200 }

/** Names of the files in an artefact, which measure.js writes. */
const PART_NAME = /^hotpath-(first|second)(?:-\d{1,3}-of-\d{1,3})?\.json$/

/** Error about an artefact that nobody can use. Its message has no foreign text. */
class ForeignError extends Error {}

/**
 * Reads the files of an artefact. Everything in them comes from a stranger: other names, folders and links are not even opened.
 *
 * @param {string} folder into which the artefact was unpacked
 * @param {typeof checkName} [readName] of a benchmark or its file: what a command line gets must be as it is
 * @returns {Parts}
 */
export function readParts (folder, readName = checkName) {
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => PART_NAME.test(name)).sort().slice(0, LIMITS.files)
  const read = (/** @type {string} */ kind) =>
    names.filter((name) => name.match(PART_NAME)?.[1] === kind).map((name) => readPart(join(folder, name), readName))
  return { first: read('first'), second: read('second') }
}

/** @param {string} file absolute @param {typeof checkName} readName @returns {Part} */
function readPart (file, readName) {
  try {
    const stat = lstatSync(file)
    if (!stat.isFile()) throw new ForeignError('The result is not a file.')
    if (stat.size > LIMITS.bytesPerFile) throw new ForeignError(`The result is larger than ${LIMITS.bytesPerFile / 1e6} MB.`)
    return checkPart(parseJson(readFileSync(file, 'utf8')), readName)
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error
    return { problem: error.message }
  }
}

/** @param {string} text @returns {any} */
function parseJson (text) {
  try {
    return JSON.parse(text)
  } catch {
    throw new ForeignError('The result is cut off, or is not JSON.')
  }
}

/**
 * Builds a result anew from the fields of a foreign one. Nothing else gets through, and no text is long or has invisible characters.
 *
 * @param {any} foreign parsed JSON
 * @param {typeof checkName} readName
 * @returns {Part}
 */
function checkPart (foreign, readName) {
  if (typeof foreign?.problem === 'string') return { problem: cleanText(foreign.problem, LIMITS.reason) }
  if (foreign?.schema !== COMPARE_SCHEMA_VERSION) throw new ForeignError(`The result is not of schema ${COMPARE_SCHEMA_VERSION}.`)
  const { question, machine, node, shard, error } = foreign
  const count = foreign.benchmarks?.length
  if (!Array.isArray(foreign.benchmarks) || count > LIMITS.benchmarks) throw new ForeignError(`The result has no list of at most ${LIMITS.benchmarks} benchmarks.`)
  const benchmarks = foreign.benchmarks.map((/** @type {any} */ one) => checkBenchmark(one, readName))
  const asked = question?.asks === 'claim'
    ? { asks: /** @type {const} */ ('claim'), faster: checkNumber(question.faster) }
    : { asks: /** @type {const} */ ('gate'), margin: checkNumber(question?.margin), marginBytes: checkNumber(question?.marginBytes) }
  return {
    result: {
      schema: COMPARE_SCHEMA_VERSION,
      question: asked,
      verdict: findWorstVerdict(benchmarks),
      // the labels may be anything, and the reader knows which is which
      sides: { base: 'base', head: 'head' },
      node: { base: checkText(node?.base, 20), head: checkText(node?.head, 20) },
      machine: {
        cpu: checkText(machine?.cpu, LIMITS.name),
        cores: checkNumber(machine?.cores),
        os: checkText(machine?.os, LIMITS.name),
      },
      seed: checkNumber(foreign.seed),
      seconds: checkNumber(foreign.seconds),
      parts: { prepare: checkNumber(foreign.parts?.prepare), measure: checkNumber(foreign.parts?.measure), wait: 0 },
      error: {
        call: checkNumber(error?.call),
        benchmarks: checkNumber(error?.benchmarks),
        benchmark: checkNumber(error?.benchmark),
      },
      benchmarks,
      added: [],
      removed: [],
      shard: shard ? { index: checkNumber(shard.index), of: Math.min(checkNumber(shard.of), LIMITS.files) } : null,
      disturbances: [],
      notes: [],
    },
  }
}

/** @param {any} one @param {typeof checkName} readName @returns {BenchmarkResult} */
function checkBenchmark (one, readName) {
  const verdict = BENCHMARK_VERDICTS.find((known) => known === one?.verdict)
  const kind = /** @type {const} */ (['fn', 'command', 'server', 'heap']).find((known) => known === one?.kind)
  if (!verdict || !kind) throw new ForeignError('A benchmark of the result has an unknown verdict or kind.')
  const { interval, forecast } = one
  return {
    name: readName(one.name, LIMITS.name),
    file: readName(one.file, LIMITS.file),
    kind,
    margin: checkOptionalNumber(one.margin),
    operation: one.operation === 'request' ? 'request' : 'call',
    rate: checkOptionalNumber(one.rate),
    verdict,
    reason: one.reason === null || one.reason === undefined ? null : checkText(one.reason, LIMITS.reason),
    failure: null,
    checked: checkNumber(one.checked),
    answer: null,
    difference: checkOptionalNumber(one.difference),
    interval: Array.isArray(interval) && interval.length === 2 && interval.every(Number.isFinite) ? [interval[0], interval[1]] : null,
    atMost: checkOptionalNumber(one.atMost),
    costs: null,
    beside: null,
    collections: null,
    timing: null,
    slowInputs: [],
    disturbed: one.disturbed === true,
    pairs: checkNumber(one.pairs),
    assumedNoise: null,
    values: [],
    control: [],
    confirmation: null,
    forecast: forecast ? checkForecast(forecast) : null,
    seconds: checkNumber(one.seconds),
  }
}

/** @param {any} forecast @returns {BenchmarkResult['forecast']} */
function checkForecast ({ pairs, visible, seconds }) {
  return { pairs: checkOptionalNumber(pairs), visible: checkOptionalNumber(visible), seconds: checkOptionalNumber(seconds) }
}

/** @param {unknown} value @param {number} most characters @returns {string} */
function checkText (value, most) {
  if (typeof value !== 'string') throw new ForeignError('A text of the result is missing.')
  return cleanText(value, most)
}

/** Characters of a hash that tells two texts apart which look the same once they are cleaned. */
const HASH = 8

/** @param {unknown} value @param {number} most characters @returns {string} two different texts have two different names */
function checkName (value, most) {
  const name = checkText(value, most)
  return name === value ? name : `${checkText(value, most - HASH - 1)} ${hashText(String(value))}`
}

/** @param {string} text @returns {string} */
const hashText = (text) => createHash('sha256').update(text).digest('hex').slice(0, HASH)

/** @param {unknown} value @returns {number} */
function checkNumber (value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ForeignError('A number of the result is missing.')
  return value
}

/** @param {unknown} value @returns {number | null} */
const checkOptionalNumber = (value) => value === null || value === undefined ? null : checkNumber(value)
