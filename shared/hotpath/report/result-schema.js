// pnpm figures writes docs/result.schema.json from these schemas
import * as v from 'valibot'
import { METRICS_BY_LAB_KIND, publishedFigureSchema } from '../lab/manifest.js'

/**
 * @template {v.GenericSchema} S
 * @param {S} schema
 * @param {string} text
 * @returns {S} the schema with a description, which docs/result.schema.json shows
 */
const described = (schema, text) => /** @type {any} */ (v.pipe(schema, v.description(text)))

const number = v.pipe(v.number(), v.finite('expected a finite number'))
const atLeastZero = v.pipe(number, v.minValue(0, 'expected a number of at least 0'))
const count = v.pipe(number, v.integer('expected a whole number'), v.minValue(1, 'expected a number of at least 1'))
const ratio = v.pipe(number, v.gtValue(0, 'expected a number above 0'))
const figure = v.pipe(v.number('expected a figure'), v.finite('expected a figure'))
/** @type {v.GenericSchema<[number, number]>} one pair has no upper end: Infinity, which JSON writes as null */
const interval = v.strictTuple([atLeastZero, /** @type {v.GenericSchema<number>} */ (v.nullable(ratio))])
const steadyInterval = v.strictTuple([ratio, ratio])
/** Version of the schemas of results that `--json` prints. */
export const RESULT_SCHEMA_VERSION = 2

const schema = described(v.literal(RESULT_SCHEMA_VERSION, `expected ${RESULT_SCHEMA_VERSION}`), 'the version of this contract')
const verdict = v.picklist(['broken', 'cannot run', 'undecided', 'holds'], 'expected a verdict')

/** @template {v.GenericSchema} S @param {S} side @returns both sides of a claim */
const sides = (side) => v.object({ slower: side, faster: side })

const oracle = v.object({ verdict: v.picklist(['same', 'different']), checked: v.pipe(number, v.integer()), difference: v.nullable(v.string()) })
const counter = v.object({ name: v.string(), variant: v.string(), expected: number, actual: number, holds: v.boolean() })

const age = v.object({
  cpuSeconds: described(number, 'CPU time since the start of the process'),
  operations: described(v.pipe(number, v.integer()), 'calls or requests'),
})

/** Schema of a side's figures. Figures without a line here are allowed too, and undescribed in docs/result.schema.json. */
const figures = v.objectWithRest({
  time: v.optional(described(figure, 'µs per call')),
  cpu: v.optional(described(figure, 'µs of the server\'s CPU per request')),
  opsPerSecond: figure,
  latencyMs: v.optional(v.object({ p50: figure, p99: figure })),
  heapBytesPerOp: v.optional(figure),
  heapBytesBefore: v.optional(figure),
  heapBytesAfter: v.optional(figure),
}, figure)

const steady = v.object({
  ratio,
  interval: described(steadyInterval, '95 %, over the recorded pairs'),
  node: v.pipe(v.string(), v.regex(/^v\d+\./, 'expected a version of Node')),
  cpuSeconds: described(number, 'CPU time of the sides at the end of the recording'),
  class: described(v.picklist(['flat', 'warms up', 'slows down', 'never steady']), 'how the cost changes during the recording, for the side whose cost changes more'),
  processor: described(v.string(), 'the processor of the recording'),
  stale: v.optional(described(v.literal(true), 'present if a variant has changed since the recording')),
})

const forecast = v.object({
  needs: v.picklist(['more pairs', 'less noise', 'nothing']),
  pairs: v.nullable(count),
  allowed: described(v.boolean(), 'true if this noise allows a verdict on a ratio 1.5 times the minimum: the ratio has fallen, the noise is not to blame'),
})

const claim = v.object({
  id: v.string(),
  metric: /** @type {v.GenericSchema<string>} */ (v.picklist(Object.values(METRICS_BY_LAB_KIND).flat(), 'expected a metric')),
  says: described(v.string(), 'the claim, as a sentence without figures'),
  slower: described(v.string(), 'the side that costs more if the claim is true'),
  faster: v.string(),
  names: described(sides(v.string()), 'the two programs, as sentences name them'),
  requests: described(sides(v.nullable(v.string())), 'a name for the requests of each side, if they have one'),
  required: described(v.boolean(), 'false: for information; the lab\'s verdict and the exit code do not depend on it'),
  verdict: described(v.picklist(['holds', 'broken', 'undecided', 'faster', 'same', 'slower'], 'expected a verdict'), 'for a required claim holds, broken or undecided; otherwise faster, same, slower or undecided'),
  ratio: described(ratio, 'the cost of `slower` divided by that of `faster`, geometric mean of the pairs'),
  interval: described(interval, '95 %; for a single pair [0, null], which means no bounds'),
  atLeast: described(v.nullable(ratio), 'the minimum ratio; null if the claim is that both are the same, or if it is not required'),
  equivalenceMargin: described(v.nullable(ratio), 'for a claim that both are the same: the accepted difference, such as 0.1 for 10 %'),
  dependsOn: described(v.nullable(v.string()), 'of a claim that is not required: the cause on which the ratio depends'),
  pairs: count,
  scatter: described(v.nullable(number), 'standard deviation of the log-ratios of the pairs; 0.03 on a quiet machine'),
  forecast: described(v.nullable(forecast), 'for a required claim that is undecided: what would decide it'),
  age: described(sides(age), 'CPU time and operations of the processes when the ratio was measured, medians over the pairs'),
  steady: described(v.nullable(steady), 'the ratio once warm, from the recorded curve of this lab on this version of Node; null if there is none'),
  published: v.nullable(publishedFigureSchema),
  until: described(v.nullable(v.string()), 'the version of Node that ended what was published'),
})

const twoSpeeds = v.object({
  side: v.string(),
  metric: /** @type {v.GenericSchema<string>} */ (v.picklist(['time', 'cpu'])),
  levels: described(v.strictTuple([number, number]), 'µs per call or request, the lower level first'),
  seen: described(v.picklist(['within a process', 'between processes', 'by stretch']), 'the speed changes during a process; or differs between processes; or depends on how many calls run without a pause'),
  processes: described(count, 'number of processes that changed; or were at the higher level; or ran another number of calls without a pause'),
  of: described(count, 'number of all processes of the side'),
  calls: described(v.nullable(v.strictTuple([count, count])), 'if `seen` is by stretch: the calls without a pause that lead to the lower and to the higher level'),
})

const step = v.object({
  reached: described(v.nullable(v.string()), 'the last step that the attempt has reached; null before the first'),
  past: described(v.nullable(v.string()), 'the step before the reached step, or slow'),
  next: described(v.nullable(v.string()), 'the step after the reached step; null after the last step'),
  about: described(v.nullable(v.string()), 'what an attendee does to reach the next step'),
  isUnclear: described(v.boolean(), 'true if this run cannot tell whether the next step is reached too'),
  isBeyond: described(v.boolean(), 'true if the attempt is faster than the last step'),
  isSlower: described(v.boolean(), 'true if the attempt is slower than slow'),
  isCounted: described(v.boolean(), 'true if a wrong count ended the run, so that only the counts show the step'),
  alsoReached: described(v.array(v.string()), 'later steps that the attempt has reached, although not the next one'),
  number: v.pipe(number, v.integer()),
  of: count,
})

const pair = v.object({
  name: v.string(),
  truth: described(ratio, 'known from how the pair is made: how many times as long its first function takes as its second'),
  answer: described(ratio, 'the ratio that the attempt found'),
  tolerance: described(number, 'largest share by which the answer may differ'),
  holds: v.boolean(),
})

const failure = v.object({
  variant: described(v.string(), 'the variant or service that failed'),
  what: described(v.string(), 'the failure, as a sentence that continues the variant\'s name'),
  stderr: described(v.string(), 'the last lines that the failed program printed, or the command that mends the failure'),
  by: v.optional(described(v.picklist(['machine', 'node']), 'the cause of the failure, if no variant caused it')),
})

/** Schema of a lab's result, as `pnpm --silent lab <name> --json` prints it. */
export const resultSchema = v.object({
  schema,
  lab: v.string(),
  mode: v.picklist(['measured', 'control', 'swap', 'with', 'mine'], 'expected a mode'),
  verdict,
  seconds: atLeastZero,
  firstBlockSeconds: described(v.nullable(number), 'from the start of the command to its first measured block'),
  seed: v.pipe(number, v.integer('expected a whole number'), v.minValue(0)),
  node: described(v.pipe(v.string(), v.regex(/^(v\d+\.|v?\d+|lts$|current$)/, 'expected a version of Node')), 'the version that ran the variants; the requested one, if it is not available'),
  machine: v.object({ cpu: v.string(), cores: count, os: v.string() }),
  services: v.record(v.string(), v.object({ engine: v.string(), version: v.string() })),
  oracle: v.nullable(oracle),
  counters: v.array(counter),
  variants: described(/** @type {v.GenericSchema<Record<string, Record<string, any>>>} */ (v.record(v.string(), figures)), 'by variant, or variant@workload: medians over the pairs, scaled to the pairs of the side with the most pairs'),
  claims: v.array(claim),
  speeds: described(v.array(twoSpeeds), 'sides with two speeds, more than 25 % apart'),
  limit: v.nullable(v.object({ variant: v.string(), fraction: v.pipe(number, v.minValue(0), v.maxValue(1)) })),
  failure: v.nullable(failure),
  step: v.optional(described(step, 'present for a measured attempt (`mine`): its place among the steps of the lab')),
  pairs: v.optional(described(v.array(pair), 'present for an attempt that is a benchmark (`mine`): its answers for pairs whose ratio is known')),
})

/** Schema of a lab's results on several versions of Node. */
export const versionsResultSchema = v.object({
  schema,
  lab: v.string(),
  verdict: described(verdict, 'the worst verdict on any version of Node'),
  seconds: described(atLeastZero, 'the sum over all versions of Node'),
  versions: v.pipe(v.array(resultSchema), v.minLength(1)),
})

/** Schema of the object that `pnpm --silent verify --json` prints. */
const verifyResultSchema = v.object({
  schema,
  verdict: described(verdict, 'the worst verdict of any lab'),
  seconds: described(atLeastZero, 'the sum over all labs'),
  labs: v.pipe(v.array(v.union([resultSchema, versionsResultSchema])), v.minLength(1)),
})

/** Schemas that have a name in docs/result.schema.json. */
export const NAMED_RESULT_SCHEMAS = { result: resultSchema, age, versions: versionsResultSchema, verify: verifyResultSchema }

/**
 * @typedef {v.InferOutput<typeof resultSchema>} Result
 * @typedef {v.InferOutput<typeof versionsResultSchema>} Versions
 * @typedef {v.InferOutput<typeof claim>} JudgedClaim
 * @typedef {v.InferOutput<typeof age>} Age
 * @typedef {v.InferOutput<typeof steady>} Steady
 * @typedef {v.InferOutput<typeof forecast>} Forecast
 * @typedef {v.InferOutput<typeof oracle>} Oracle
 * @typedef {v.InferOutput<typeof counter>} Counter
 * @typedef {v.InferOutput<typeof twoSpeeds>} TwoSpeeds
 * @typedef {v.InferOutput<typeof failure>} Failure
 */
