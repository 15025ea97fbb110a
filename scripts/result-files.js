import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { METRICS } from 'hotpath/lab'
import { UsageError, existingFile } from './usage.js'

/** @typedef {import('hotpath/measure').Result} Result @typedef {import('./whole.js').Versions} Versions */

const number = v.pipe(v.number(), v.finite('expected a finite number'))
const ratio = v.pipe(number, v.gtValue(0, 'expected a number above 0'))
const interval = v.tuple([ratio, ratio])
const age = v.object({ cpuSeconds: number, operations: number })
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
  // of one pair it is from nothing to everything, for which JSON has no number
  interval: v.tuple([v.pipe(number, v.minValue(0)), v.nullable(ratio)]),
  floor: orNothing(ratio),
  within: orNothing(ratio),
  shown: orNothing(v.string()),
  until: orNothing(v.string()),
  pairs: number,
  // results of before ages were told may be read
  age: orNothing(v.object({ base: age, against: age })),
  steady: orNothing(v.looseObject({ ratio, interval, cpuSeconds: number, processor: v.string() })),
  published: orNothing(v.looseObject({ ratio, figures: v.string(), of: v.string(), metric: v.string(), node: v.string(), asks: v.string() })),
})

const verdict = v.picklist(['holds', 'broken', 'undecided', 'cannot run'], 'expected a verdict')

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
  counters: v.array(v.looseObject({ name: v.string(), variant: v.string(), expected: number, actual: number, holds: v.boolean() })),
  variants: v.record(v.string(), v.objectWithRest({ opsPerSecond: number }, v.union([number, v.null(), v.record(v.string(), v.nullable(number))], 'expected a figure'))),
  claims: v.array(claim),
  limit: orNothing(v.object({ variant: v.string(), fraction: number })),
  failure: orNothing(v.object({ variant: v.string(), what: v.string(), stderr: v.string() })),
})

const versions = v.looseObject({ schema: v.literal(1, 'expected 1'), lab: v.string(), verdict, seconds: number, versions: v.pipe(v.array(result), v.minLength(1)) })

/** @param {unknown} value @returns {value is Result} whether this version can show it */
export function isResult (value) {
  return v.is(result, value)
}

/** @param {string[]} files that --json has written, of verify or of a lab @returns {(Result | Versions)[]} what stands in them */
export function writtenIn (files) {
  return files.flatMap((file) => {
    let written
    try {
      written = JSON.parse(textOf(readFileSync(existingFile(file))))
    } catch (error) {
      throw new UsageError(error instanceof SyntaxError ? `${file} is not JSON. ${again(file)}` : error.syscall ? `${file} cannot be read: ${error.message}` : error.message)
    }
    const labs = written?.labs ?? [written]
    if (!Array.isArray(labs) || !labs.length || !labs.every((lab) => lab?.schema === 1 && lab.lab)) throw new UsageError(`${file} is not a result. Expected the output of pnpm --silent verify --json, or of pnpm --silent lab <name> --json.`)
    for (const lab of labs) {
      const parsed = v.safeParse(/** @type {v.GenericSchema} */ (lab.versions ? versions : result), lab, { abortEarly: true })
      if (!parsed.success) throw new UsageError(`${file} has another format than this version reads: lab ${String(lab.lab)}, ${v.getDotPath(parsed.issues[0]) ?? 'whole result'}: ${parsed.issues[0].message}. ${again(file)}`)
    }
    return labs
  })
}

/** Without --silent pnpm writes a line of its own first. @param {string} file */
function again (file) {
  return `Write it again: pnpm --silent verify --json > ${file}`
}

/** What `>` of Windows PowerShell writes is UTF-16, with a mark at its beginning. @param {Buffer} bytes */
function textOf (bytes) {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}
