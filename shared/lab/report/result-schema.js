import * as v from 'valibot'
import { FAILURE_CODES } from '@hotpath-labs/engine/failures.js'
import { publishedFigureSchema } from '../manifest.js'
import { ALL_METRICS } from '../metrics.js'

/** @import { ErrorCode } from '@hotpath-labs/engine/failures.js' */

// `pnpm figures` writes docs/result.schema.json from these schemas

/**
 * @template {v.GenericSchema} S
 * @param {S} schema
 * @param {string} text
 * @returns {S} the schema with a description, which docs/result.schema.json shows
 */
const described = (schema, text) => /** @type {S} */ (/** @type {unknown} */ (v.pipe(schema, v.description(text))))

const number = v.pipe(v.number(), v.finite('expected a finite number'))
const atLeastZero = v.pipe(number, v.minValue(0, 'expected a number of at least 0'))
const count = v.pipe(number, v.integer('expected a whole number'), v.minValue(1, 'expected a number of at least 1'))
const ratio = v.pipe(number, v.gtValue(0, 'expected a number above 0'))
const figure = v.pipe(v.number('expected a figure'), v.finite('expected a figure'))
/** @type {v.GenericSchema<[number, number]>} one pair has no upper end: Infinity, which JSON writes as null */
const interval = v.strictTuple([atLeastZero, /** @type {v.GenericSchema<number>} */ (v.nullable(ratio))])
const steadyInterval = v.strictTuple([ratio, ratio])
/** Version of the schemas in this file, which `--json` prints with each result. */
export const RESULT_SCHEMA_VERSION = 3

const schema = described(v.literal(RESULT_SCHEMA_VERSION, `expected ${RESULT_SCHEMA_VERSION}`), 'Version of this schema.')
const verdict = v.picklist(['broken', 'cannot run', 'undecided', 'holds'], 'expected a verdict')

/** @template {v.GenericSchema} S @param {S} side @returns both sides of a claim */
const sides = (side) => v.object({ slower: side, faster: side })

const oracle = v.object({ verdict: v.picklist(['same', 'different']), checked: v.pipe(number, v.integer()), difference: v.nullable(v.string()) })
const counter = v.object({ name: v.string(), variant: v.string(), expected: number, actual: number, holds: v.boolean() })

const age = v.object({
  cpuSeconds: described(number, 'CPU seconds that the process has used since its start.'),
  operations: described(v.pipe(number, v.integer()), 'Calls or requests since the start of the process, or runs of a command.'),
})

const metricFigures = Object.fromEntries(Object.entries(ALL_METRICS)
  .flatMap(([name, { described: says }]) => says ? [[name, v.optional(described(figure, says))]] : []))

/** Schema of a variant's figures. Other fields with a number are allowed too, but docs/result.schema.json does not describe them. */
const figures = v.objectWithRest({
  ...metricFigures,
  opsPerSecond: figure,
  latencyMs: v.optional(v.object({ p50: figure, p99: figure })),
  heapBytesPerOp: v.optional(figure),
  heapBytesBefore: v.optional(figure),
  heapBytesAfter: v.optional(figure),
}, figure)

const steady = v.object({
  ratio,
  interval: described(steadyInterval, '95 % confidence interval of the ratio, from the recorded pairs of processes.'),
  node: v.pipe(v.string(), v.regex(/^v\d+\./, 'expected a version of Node')),
  cpuSeconds: described(number, 'CPU seconds that the two programs had used at the end of the recording.'),
  processor: described(v.string(), 'Processor of the machine that made the recording.'),
  stale: v.optional(described(v.literal(true), 'Present if a variant\'s code has changed since the recording.')),
})

const forecast = v.object({
  needs: v.picklist(['more pairs', 'less noise', 'nothing']),
  pairs: v.nullable(count),
  allowed: described(v.boolean(), 'False if the noise is the reason for `undecided`. True if the noise is so low that a ratio of 1.5 times the minimum would get a verdict.'),
})

const claim = v.object({
  id: v.string(),
  metric: /** @type {v.GenericSchema<string>} */ (v.picklist(Object.keys(ALL_METRICS), 'expected a metric')),
  says: described(v.string(), 'The claim as a sentence without figures.'),
  slower: described(v.string(), 'The variant that costs more if the claim is true, such as slow or slow@echo.'),
  faster: v.string(),
  names: described(sides(v.string()), 'Names of the two compared programs, such as express and fastify.'),
  requests: described(sides(v.nullable(v.string())), 'Name for the requests that each of the two programs gets; null if the requests have no name.'),
  required: described(v.boolean(), 'False if the claim is only for information. The lab\'s verdict and the exit code then do not depend on the claim.'),
  verdict: described(v.picklist(['holds', 'broken', 'undecided', 'faster', 'same', 'slower'], 'expected a verdict'), 'A required claim gets holds, broken or undecided. Other claims get faster, same, slower or undecided.'),
  ratio: described(ratio, 'Cost of `slower` divided by the cost of `faster`: the geometric mean over all pairs of processes.'),
  interval: described(interval, 'Confidence interval of the ratio. A single pair of processes gives [0, null], which means no bounds.'),
  confidence: described(v.optional(ratio, 0.95), 'Confidence of the interval: 0.95, or 0.98 for an attempt, whose interval is the one that decides.'),
  atLeast: described(v.nullable(ratio), 'The minimum ratio. Null if the claim says that both programs cost the same, or if the claim is not required.'),
  equivalenceMargin: described(v.nullable(ratio), 'The accepted difference, such as 0.1 for 10 %, if the claim says that both programs cost the same.'),
  dependsOn: described(v.nullable(v.string()), 'What the ratio depends on, such as the machine. Null for a claim on which the verdict of the lab depends.'),
  pairs: count,
  scatter: described(v.nullable(number), 'Standard deviation of the log-ratios of all pairs of processes. A quiet machine has about 0.03.'),
  forecast: described(v.nullable(forecast), 'What would decide the claim, if the claim is required and undecided.'),
  age: described(sides(age), 'CPU time and operations of the processes when the ratio was measured: medians over all pairs of processes.'),
  steady: described(v.nullable(steady), 'The ratio of warm programs, from a recorded long run of this lab on this version of Node. Null if there is no such recording.'),
  published: v.nullable(publishedFigureSchema),
  until: described(v.nullable(v.string()), 'The version of Node in which the published figure stopped being true.'),
})

const step = v.object({
  reached: described(v.nullable(v.string()), 'The last step that the attempt has reached. Null if the attempt has reached no step.'),
  next: described(v.nullable(v.string()), 'The step after the step in `reached`. Null after the last step.'),
  about: described(v.nullable(v.string()), 'What an attendee must do to reach the step in `next`.'),
  isUnclear: described(v.boolean(), 'True if the run could not tell whether the attempt also reaches the step in `next`.'),
  isBeyond: described(v.boolean(), 'True if the attempt is faster than the last step.'),
  isSlower: described(v.boolean(), 'True if the attempt is slower than the variant slow.'),
  isCounted: described(v.boolean(), 'True if a wrong count ended the run before any timing. Only the counts then show which step is reached.'),
  alsoReached: described(v.array(v.string()), 'Later steps that the attempt has reached, although it has not reached the step in `next`.'),
  number: v.pipe(number, v.integer()),
  of: count,
})

const leftOut = v.object({
  id: v.string(),
  says: v.string(),
  node: described(v.string(), 'The versions of Node that the claim is about, such as >=22.15.'),
})

const failure = v.object({
  code: described(/** @type {v.GenericSchema<ErrorCode>} */ (v.picklist(FAILURE_CODES)), 'Code of the failure, such as EXITED. Codes do not change, but the words in `what` may.'),
  part: described(v.string(), 'Name of the variant or service that failed.'),
  what: described(v.string(), 'The failure, in words that follow the name in `part`, such as: exited with code 7.'),
  advice: described(v.string(), 'A command or a step that repairs the failure, if there is one.'),
  stderr: described(v.string(), 'The last lines that the failed program printed.'),
})

/** Schema of a lab's result, as `pnpm --silent lab <name> --json` prints it. */
export const resultSchema = v.object({
  schema,
  lab: v.string(),
  mode: v.picklist(['measured', 'control', 'swap', 'with', 'mine'], 'expected a mode'),
  verdict,
  seconds: atLeastZero,
  seed: v.pipe(number, v.integer('expected a whole number'), v.minValue(0)),
  node: described(v.pipe(v.string(), v.regex(/^(v\d+\.|v?\d+|lts$|current$)/, 'expected a version of Node')), 'Version of Node that ran the variants, or the requested version if it is not available.'),
  machine: v.object({ cpu: v.string(), cores: count, os: v.string() }),
  services: v.record(v.string(), v.object({ engine: v.string(), version: v.string() })),
  oracle: v.nullable(oracle),
  counters: v.array(counter),
  variants: described(/** @type {v.GenericSchema<Record<string, Record<string, any>>>} */ (v.record(v.string(), figures)), 'Figures by variant, or by variant@workload: medians over all pairs of processes. If a variant was measured in fewer pairs than another, its figures are computed from its ratio to the variant with the most pairs.'),
  claims: v.array(claim),
  leftOut: v.optional(described(v.array(leftOut), 'Claims about other versions of Node, which were not measured. Absent if there are none.')),
  limit: v.nullable(v.object({ variant: v.string(), fraction: v.pipe(number, v.minValue(0), v.maxValue(1)) })),
  failure: v.nullable(failure),
  step: v.optional(described(step, 'Present if the run measured an attempt (`mine`): which of the lab\'s steps the attempt has reached.')),
})

/** Schema of a lab's results on several versions of Node. */
export const versionsResultSchema = v.object({
  schema,
  lab: v.string(),
  verdict: described(verdict, 'The worst verdict on any version of Node.'),
  seconds: described(atLeastZero, 'How long all runs took together, in seconds.'),
  versions: v.pipe(v.array(resultSchema), v.minLength(1)),
})

/** Schema of the object that `pnpm --silent verify --json` prints. */
const verifyResultSchema = v.object({
  schema,
  verdict: described(verdict, 'The worst verdict of any lab.'),
  seconds: described(atLeastZero, 'Sum of the seconds of all labs.'),
  labs: v.pipe(v.array(v.union([resultSchema, versionsResultSchema])), v.minLength(1)),
})

/** Schemas that docs/result.schema.json contains, by their names in this file. */
export const RESULT_SCHEMAS_BY_NAME = { result: resultSchema, age, versions: versionsResultSchema, verify: verifyResultSchema }

/**
 * @typedef {v.InferOutput<typeof resultSchema>} Result
 * @typedef {v.InferOutput<typeof versionsResultSchema>} Versions
 * @typedef {v.InferOutput<typeof claim>} JudgedClaim
 * @typedef {v.InferOutput<typeof age>} Age
 * @typedef {v.InferOutput<typeof steady>} Steady
 * @typedef {v.InferOutput<typeof forecast>} Forecast
 * @typedef {v.InferOutput<typeof oracle>} Oracle
 * @typedef {v.InferOutput<typeof counter>} Counter
 * @typedef {v.InferOutput<typeof failure>} Failure
 */
