import * as v from 'valibot'
import validRange from 'semver/ranges/valid.js'
import { EQUIVALENCE_MARGIN } from '@hotpath-labs/engine/stats/same.js'
import { describeExpectedField, formatInvalidValue, joinWithCommas } from './manifest-error.js'
import { ALL_METRICS } from './metrics.js'

/**
 * @import { Arbitrary } from 'fast-check'
 * @import { Request } from '@hotpath-labs/engine/load/http.js'
 * @import { Random } from '@hotpath-labs/engine/stats/random.js'
 * @import { Counted, Service } from './measure/services.js'
 * @import { Kind, Metric } from './metrics.js'
 */

/** @typedef {Record<string, unknown> | null | undefined} GivenClaim not checked yet */

/** @typedef {typeof import('fast-check').default} FastCheck @typedef {(random: Random) => unknown[][]} DrawInputs */

const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'))
const above = (/** @type {number} */ bound) => v.pipe(v.number(), v.minValue(bound, `a number of at least ${bound}`))
const count = (/** @type {number} */ bound) => v.pipe(v.number(), v.integer('a whole number'), v.minValue(bound, `a number of at least ${bound}`))
const names = v.record(text, text)

/** @param {Kind} kind @returns {'call' | 'request' | 'run'} the unit of work that a metric is per */
export const findOperationName = (kind) => isServerKind(kind) ? 'request' : kind === 'command' ? 'run' : 'call'

/** @param {Kind} kind @returns {kind is 'server' | 'heap'} true if the programs are servers */
export const isServerKind = (kind) => kind === 'server' || kind === 'heap'

const metric = v.picklist(/** @type {Metric[]} */ (Object.keys(ALL_METRICS)))

/** Schema of a published figure: a ratio from an article or another text, with its source, to compare with a lab's own ratio. */
export const publishedFigureSchema = v.strictObject({
  ratio: v.number(),
  figures: v.pipe(text, v.description('the figures as the text prints them')),
  of: v.pipe(text, v.description('the two programs that the text compared')),
  metric: v.pipe(text, v.description('what the text measured, and how')),
  source: text,
  node: v.pipe(text, v.description('the version of Node that the text states; "not stated" if the text states no version')),
  packages: v.optional(text),
  asks: v.pipe(text, v.description('"the same", or a sentence on how the claim\'s question differs from the text\'s')),
})

/** Schema of a published figure, or of its id, which `loadLab` replaces by the figure. @type {v.GenericSchema<unknown, Published>} */
const published = v.lazy((given) => /** @type {v.GenericSchema<unknown, Published>} */ (typeof given === 'string' ? text : publishedFigureSchema))

/** Schema of the versions of Node that changed a claim's result. Each entry has the version, the reason (`says`) and a link. */
const changes = v.array(v.strictObject({ node: text, says: text, link: v.pipe(v.string(), v.url('a link')) }))

const versionRange = v.pipe(v.string(), v.check((range) => validRange(range) !== null, 'a range of versions, such as >=20'))

const anyClaim = { id: text, metric, published: v.optional(published), changes: v.optional(changes), node: v.optional(versionRange) }
const orderedClaim = { ...anyClaim, faster: text, than: text }
const fasterClaim = v.strictObject({ ...orderedClaim, atLeast: above(0.4) })
const sameClaim = v.strictObject({
  ...anyClaim,
  same: v.strictTuple([text, text]),
  equivalenceMargin: v.optional(above(EQUIVALENCE_MARGIN), EQUIVALENCE_MARGIN),
  until: v.optional(text),
})
const informationalClaim = v.strictObject({ ...orderedClaim, dependsOn: text })

/** Words that a manifest may use for an expected number of calls per operation: 'every call' means 1, 'never' means 0. */
export const EXPECTED_CALLS_BY_LABEL = { 'every request': 1, 'every call': 1, once: 0, never: 0 }

/**
 * Schema of a counter: `counts` names the function or event to count, and the other fields give the expected count of each variant. Calls
 * are counted on the main thread; `mainThread` says so, in a lab whose programs may call the function on another thread.
 */
const counter = v.looseObject({ counts: text, atMost: v.optional(v.boolean(), false), mainThread: v.optional(v.boolean(), false) })

/** @param {v.InferOutput<typeof counter>} counter @returns {Record<string, unknown>} the expected count of each variant */
export const listExpectedCounts = ({ counts, atMost, mainThread, ...expected }) => expected

/** Schema of the fields in which an edge case differs from a workload's request. */
const changedRequest = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PUT', 'DELETE'])),
  path: v.optional(v.pipe(v.string(), v.startsWith('/', 'a path that starts with /'))),
  headers: v.optional(v.record(text, v.string())),
  body: v.optional(v.string()),
  answer: v.optional(v.string()),
})

const request = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PUT', 'DELETE']), 'GET'),
  path: v.pipe(v.string(), v.startsWith('/', 'a path that starts with /')),
  headers: v.optional(v.record(text, v.string())),
  body: v.optional(v.string()),
  randomInputs: v.optional(/** @type {v.GenericSchema<(fc: FastCheck) => Arbitrary<Partial<Request>>>} */ (v.function())),
  connections: count(1),
  edgeCases: v.optional(v.record(text, changedRequest), {}),
  draw: v.optional(/** @type {v.GenericSchema<(random: Random) => Partial<Request>>} */ (v.function())),
  contentTypes: v.optional(v.array(text)),
  answers: v.optional(v.picklist(['alike', 'unique']), 'alike'),
  findFault: v.optional(/** @type {v.GenericSchema<(bodies: string[]) => string | undefined>} */ (v.function())),
  everyMs: v.optional(above(1)),
  background: v.optional(text),
  requests: v.optional(count(1)),
  pinned: v.optional(v.boolean()),
  label: v.optional(text),
})

/** Schema of a service that the variants need, such as a database. @type {v.GenericSchema<Service>} */
const service = v.custom((given) => typeof (/** @type {Partial<Service> | null | undefined} */ (given)?.start) === 'function', 'a service, such as mongo({ … })')

const aFlag = v.pipe(v.string(), v.startsWith('--', 'a flag that starts with --'))

/** Key in a manifest's `flags` for Node flags that every program gets: each variant, `limit`, and an attendee's file. */
export const FLAGS_KEY_FOR_ALL_VARIANTS = '*'

/** Schema of the frame to look for in a flame graph. A frame may be limited to a range of Node versions. */
const hotFrame = v.strictObject({ search: text, says: text, node: v.optional(versionRange) })

/** Schema of a Node flag. A flag may be limited to a range of Node versions, because some V8 compilers exist only in some versions. */
const flag = v.union([aFlag, v.strictObject({ flag: aFlag, node: versionRange })], 'a flag that starts with --, or { flag, node: range of versions }')

/** Schema of a lab's place in the workshop, its minutes, and the reason for the place. Labs of other repositories have no place. */
const workshop = v.strictObject({ place: count(1), minutes: count(1), why: text }, '{ place: 3, minutes: 20, why: a text }')

/** Topics of labs, in the order in which pages list them. */
export const LAB_TOPICS = /** @type {const} */ (['servers', 'event loop', 'databases and caches', 'V8', 'memory', 'measuring'])

/**
 * @template {{ theme: string }} T
 * @param {T[]} labs
 * @returns {[string, T[]][]} by theme, in their order
 */
export function groupByTheme (labs) {
  const groups = LAB_TOPICS.map((theme) => /** @type {[string, T[]]} */ ([theme, labs.filter((lab) => lab.theme === theme)]))
  return groups.filter(([, own]) => own.length)
}

/** Schema of the sizes of an input for which `pnpm lab <name> --sizes` measures the cost, and how an input of a size is made. */
const sizes = v.strictObject({
  unit: text,
  values: v.pipe(v.array(count(1)), v.length(4, 'four sizes'), v.check((all) => all.every((size, index) => index === 0 || size > all[index - 1]), 'sizes that grow')),
  input: /** @type {v.GenericSchema<(size: number) => unknown[] | Partial<Request>>} */ (v.function()),
})

const common = {
  title: text,
  question: text,
  answer: v.optional(text),
  theme: v.optional(v.picklist(LAB_TOPICS), 'V8'),
  workshop: v.optional(workshop),
  variants: names,
  limit: v.optional(text),
  counters: v.optional(v.record(text, counter), {}),
  sizes: v.optional(sizes),
  flags: v.optional(v.record(text, v.array(flag)), {}),
  node: v.optional(v.record(text, versionRange), {}),
  claims: v.pipe(
    v.array(v.union([fasterClaim, sameClaim, informationalClaim], (issue) => describeClaim(/** @type {GivenClaim} */ (issue.input)))),
    v.minLength(1, 'at least one claim'),
    v.check((claims) => claims.some((claim) => !('dependsOn' in claim)), 'at least one required claim: a claim without the field `dependsOn`')
  ),
  lesson: v.optional(text),
  steps: v.optional(names),
  givesUp: v.optional(names, {}),
  demonstration: v.optional(v.boolean(), false),
  services: v.optional(v.array(service, 'a list of services, such as [mongo({ … })]'), []),
  swap: v.optional(text),
  hotFrame: v.optional(v.union([hotFrame, v.array(hotFrame)], '{ search: a text, says: a text }, or a list of those, each with a range of versions in `node`')),
}

/** Schema of an exercise that the lab judges itself. */
const exercise = v.strictObject({
  template: text,
  solution: text,
  startsFrom: text,
  goal: text,
  steps: names,
  load: /** @type {v.GenericSchema<() => Promise<ExerciseJudge>>} */ (v.function()),
})

const server = {
  warmUp: v.optional(v.record(text, above(1)), {}),
  maxAgeMs: v.optional(v.record(text, above(0)), {}),
  maxAgeUnderLoadMs: v.optional(v.record(text, above(0)), {}),
  blocks: v.optional(count(2)),
  workload: request,
  workloads: v.optional(v.record(text, request), {}),
}

const calls = {
  inputs: /** @type {v.GenericSchema<DrawInputs>} */ (v.function()),
  randomInputs: v.optional(/** @type {v.GenericSchema<(fc: FastCheck) => Arbitrary<unknown[]>>} */ (v.function())),
  edgeCases: v.optional(v.record(text, v.array(v.unknown())), {}),
  tolerance: v.optional(above(0), 0),
}

/** Schemas of lab manifests, by kind of lab. */
export const manifestSchemas = {
  function: v.strictObject({ kind: v.literal('function'), ...common, exercise: v.optional(exercise), workload: v.strictObject(calls) }),
  command: v.strictObject({
    kind: v.literal('command'),
    ...common,
    workload: v.strictObject({ ...calls, edgeCases: v.optional(v.record(text, v.array(v.string('a list of words'))), {}), tolerance: v.optional(v.literal(0), 0) }),
  }),
  server: v.strictObject({ kind: v.literal('server'), ...common, ...server }),
  heap: v.strictObject({ kind: v.literal('heap'), ...common, ...server, requests: count(1) }),
}

/**
 * @typedef {v.InferOutput<(typeof manifestSchemas)[Kind]> & { exercise?: v.InferOutput<typeof exercise> }} Manifest
 *   `answer`: to the question, for the attendee who has passed; `lesson`: the claim that an attempt must meet to pass; `steps`: by
 *   variant, what an attempt does to reach it, in the variants' order; `givesUp`: by step, what its program gives up, for the attendee who
 *   has passed; `demonstration`: true without an exercise;
 *   `exercise`: the lab judges the attendee's file itself; `startsFrom` and `goal`: words for the template, and until when to change it;
 *   `maxAgeUnderLoadMs`: age of an answer while requests keep coming
 * @typedef {Extract<Manifest, { kind: 'function' | 'command' }>} FunctionManifest a command's words are its arguments
 * @typedef {Exclude<Manifest, FunctionManifest>} ServerManifest
 * @typedef {Manifest['counters'][string]} ManifestCounter
 * @typedef {v.InferOutput<typeof flag>} Flag
 *
 * @typedef {{ name: string, holds: boolean, says: string }} JudgedStep
 * @typedef {object} ExerciseJudge both throw a VariantFailure if the attendee's file fails
 * @property {(file: string, options: { node?: string, onStep?: (name: string) => void }) => Promise<JudgedStep[]>} judge
 * @property {(file: string, signal: AbortSignal, options: { onPrinted: (printed: Printed) => void }) => Promise<void>} check for each
 *   save of the file
 * @typedef {{ lines: number, text: string }} Printed number of lines that a file printed, and the first of them
 *
 * @typedef {v.InferOutput<typeof fasterClaim> | v.InferOutput<typeof sameClaim> | v.InferOutput<typeof informationalClaim>} Claim
 *   `dependsOn`: the claim is for information, and its ratio depends on this; `equivalenceMargin`: the accepted difference of two
 *   sides that cost the same, as a share
 *
 * @typedef {v.InferOutput<typeof request>} LabRequest
 *   `edgeCases`: other requests by name, with the right `answer` if slow would take too long to give it; `randomInputs`: the variable part
 *   of a request, as fast-check's arbitraries; `draw`: draws each request of the load, so that none comes twice; `contentTypes`: all right
 *   content types, if slow's is not the only one; `findFault`: says what is wrong with answers that differ from request to request;
 *   `everyMs`: time between two requests of a fixed rate, and the wait for an answer begins when its request was due;
 *   `background`: another workload that runs meanwhile; `requests`: the size of a block; `label`: a plural noun for its requests;
 *   `pinned`: false turns CPU pinning off, for claims about several CPUs
 *
 * @typedef {v.InferOutput<typeof publishedFigureSchema>} Published
 * @typedef {v.InferOutput<typeof changes>[number]} Change `node`: its major version, such as 8
 * @typedef {v.InferOutput<typeof hotFrame>} HotFrame a frame of a flame graph: words of its name, place or hottest line, and its meaning
 */

/**
 * Describes the first wrong field of a claim, for an error message.
 *
 * @param {GivenClaim} claim
 * @returns {string} what was expected
 */
function describeClaim (claim) {
  const given = Object.keys(claim ?? {})
  /** @type {[string, any][]} */
  const wanted = Object.entries((given.includes('same') ? sameClaim : given.includes('dependsOn') ? informationalClaim : fasterClaim).entries)
  const known = wanted.map(([name]) => name)
  const unknown = given.find((name) => !known.includes(name))
  if (unknown) return `the fields ${joinWithCommas(known)}; ${formatInvalidValue(unknown)} is none of them`
  for (const [name, schema] of wanted) {
    const parsed = v.safeParse(schema, claim?.[name])
    if (!parsed.success) return describeExpectedField(name, parsed.issues[0])
  }
  return 'a claim'
}

/**
 * Finds a service's counter by its name in a manifest, such as `mongo:documents`.
 *
 * @param {Pick<Manifest, 'services'>} manifest
 * @param {string} counts such as mongo:documents
 * @returns {Counted | undefined} undefined if the manifest counts calls of a function
 */
export function findServiceCounter ({ services }, counts) {
  return services.map(({ counters }) => counters?.[counts]).find(Boolean)
}
