import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { METRICS } from 'hotpath/lab'
import { parseFile } from './parse.js'
import { UsageError } from './usage.js'

/** @import { Result } from 'hotpath/measure' */
/** @import { VersionsResult } from './aggregate.js' */

const number = v.pipe(v.number(), v.finite('expected a finite number'))
const ratio = v.pipe(number, v.gtValue(0, 'expected a number above 0'))
const interval = v.tuple([ratio, ratio])
const age = v.object({ cpuSeconds: number, operations: number })
const figure = v.union([number, v.null(), v.record(v.string(), v.nullable(number))], 'expected a figure')
const orNothing = (/** @type {v.GenericSchema} */ schema) => v.nullish(schema)

const claim = v.looseObject({
  id: v.string(),
  metric: v.picklist(Object.values(METRICS).flat(), 'expected a metric'),
  says: v.string(),
  base: v.string(),
  against: v.string(),
  gates: v.boolean(),
  verdict: v.picklist(['holds', 'broken', 'undecided', 'faster', 'same', 'slower'], 'expected a verdict'),
  ratio,
  // one pair has the interval 0 to infinity, which JSON writes as null
  interval: v.tuple([v.pipe(number, v.minValue(0)), v.nullable(ratio)]),
  floor: orNothing(ratio),
  within: orNothing(ratio),
  shown: orNothing(v.string()),
  until: orNothing(v.string()),
  pairs: number,
  // older results have no age
  age: orNothing(v.object({ base: age, against: age })),
  steady: orNothing(v.looseObject({ ratio, interval, cpuSeconds: number, processor: v.string() })),
  published: orNothing(v.looseObject({
    ratio, figures: v.string(), of: v.string(), metric: v.string(), node: v.string(), asks: v.string(),
  })),
})

const verdict = v.picklist(['holds', 'broken', 'undecided', 'cannot run'], 'expected a verdict')

/** A result as --json writes it. */
const result = v.looseObject({
  schema: v.literal(1, 'expected 1'),
  lab: v.string(),
  mode: v.picklist(['measured', 'control', 'swap', 'with', 'mine'], 'expected a mode'),
  verdict,
  seconds: number,
  seed: number,
  node: v.string(),
  machine: v.object({ cpu: v.string(), cores: number, os: v.string() }),
  services: v.record(v.string(), v.object({ engine: v.string(), version: v.string() })),
  oracle: orNothing(v.looseObject({ verdict: v.string(), checked: number, difference: orNothing(v.string()) })),
  counters: v.array(v.looseObject({
    name: v.string(), variant: v.string(), expected: number, actual: number, holds: v.boolean(),
  })),
  variants: v.record(v.string(), v.objectWithRest({ opsPerSecond: number }, figure)),
  claims: v.array(claim),
  limit: orNothing(v.object({ variant: v.string(), fraction: number })),
  failure: orNothing(v.object({ variant: v.string(), what: v.string(), stderr: v.string() })),
})

/** A lab's results on several versions of Node. */
const versions = v.looseObject({
  schema: v.literal(1, 'expected 1'), lab: v.string(), verdict, seconds: number, versions: v.pipe(v.array(result), v.minLength(1)),
})

/** @param {unknown} value @returns {value is Result} whether this version can show it */
export function isResult (value) {
  return v.is(result, value)
}

/** @param {string[]} files written by --json, of verify or of a lab @returns {(Result | VersionsResult)[]} the results in them */
export function readResultFiles (files) {
  return files.flatMap((file) => {
    const json = readJson(file)
    const labs = json?.labs ?? [json]
    if (!Array.isArray(labs) || !labs.length || !labs.every((lab) => lab?.schema === 1 && lab.lab)) {
      throw new UsageError(`${file} is not a result. Expected the output of pnpm --silent verify --json, or of pnpm --silent lab <name> --json.`)
    }
    for (const lab of labs) checkFormat(file, lab)
    return labs
  })
}

/** @param {string} file */
function readJson (file) {
  try {
    return JSON.parse(decode(readFileSync(parseFile(file))))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON. ${writeAgain(file)}`)
    throw new UsageError(error.syscall ? `${file} cannot be read: ${error.message}` : error.message)
  }
}

/** @param {string} file @param {any} lab */
function checkFormat (file, lab) {
  const schema = /** @type {v.GenericSchema} */ (lab.versions ? versions : result)
  const { success, issues: [issue] = [] } = v.safeParse(schema, lab, { abortEarly: true })
  if (success || !issue) return
  const place = v.getDotPath(issue) ?? 'whole result'
  throw new UsageError(`${file} has another format than this version reads: lab ${lab.lab}, ${place}: ${issue.message}. ${writeAgain(file)}`)
}

/** Names the command with --silent: without it pnpm writes a line of its own first. @param {string} file */
function writeAgain (file) {
  return `Write it again: pnpm --silent verify --json > ${file}`
}

/** Decodes UTF-16 too, which `>` of Windows PowerShell writes. @param {Buffer} bytes */
export function decode (bytes) {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}
