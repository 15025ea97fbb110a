import { validRange } from 'semver'
import * as v from 'valibot'
import { SAME } from '../stats/same.js'
import { fieldExpectation, list, shown } from './complaint.js'

const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'))
const above = (/** @type {number} */ bound) => v.pipe(v.number(), v.minValue(bound, `a number of at least ${bound}`))
const count = (/** @type {number} */ bound) => v.pipe(v.number(), v.integer('a whole number'), v.minValue(bound, `a number of at least ${bound}`))
const names = v.record(text, text)

const WAITED = /** @type {const} */ (['p50', 'p99', 'stall'])

/** @param {string} metric @returns {boolean} whether it is one of latency */
export const isLatency = (metric) => /** @type {readonly string[]} */ (WAITED).includes(metric)

/** What is measured of each kind. */
export const METRICS = /** @type {const} */ ({ function: ['time'], server: ['cpu', ...WAITED], heap: ['heap'] })

/** @param {Kind} kind @returns {'time' | 'cpu' | 'heap'} by which it is judged, where no claim says otherwise */
export const metricOf = (kind) => METRICS[kind][0]

/** What is done again and again, in each kind of lab. @param {Kind} kind */
export const operationOf = (kind) => kind === 'function' ? 'call' : 'request'

const metric = v.picklist(Object.values(METRICS).flat())

const figure = v.strictObject({
  ratio: v.number(),
  figures: text,
  of: text,
  metric: text,
  source: text,
  node: text,
  packages: v.optional(text),
  asks: text,
})

/** A figure, or the id of one: `loadLab` puts the figure in its place. @type {v.GenericSchema<any, v.InferOutput<typeof figure>>} */
const published = v.lazy((given) => /** @type {any} */ (typeof given === 'string' ? text : figure))

/** What a version of Node changed for a claim, and where to read of it. */
const changes = v.array(v.strictObject({ node: text, says: text, link: v.pipe(v.string(), v.url('a link')) }))

const fasterClaim = v.strictObject({
  id: text,
  faster: text,
  than: text,
  metric,
  floor: above(0.4),
  published: v.optional(published),
  changes: v.optional(changes),
})

const sameClaim = v.strictObject({
  id: text,
  same: v.strictTuple([text, text]),
  within: v.optional(above(SAME), SAME),
  metric,
  published: v.optional(published),
  changes: v.optional(changes),
  until: v.optional(text),
})

const shownClaim = v.strictObject({
  id: text,
  faster: text,
  than: text,
  metric,
  shown: text,
  published: v.optional(published),
  changes: v.optional(changes),
})

/** How often a counter's words mean its function is called in an operation, once the variant is warm. */
export const CALLS = { 'every request': 1, 'every call': 1, once: 0, never: 0 }

/** Of what, and how often for each side; `atMost`: a file in the place of `fast` may make do with fewer. */
const counter = v.looseObject({ counts: text, atMost: v.optional(v.boolean(), false) })

const request = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PUT', 'DELETE']), 'GET'),
  path: v.pipe(v.string(), v.startsWith('/', 'a path that starts with /')),
  headers: v.optional(v.record(text, v.string())),
  body: v.optional(v.string()),
  drawn: v.optional(v.function()),
  connections: count(1),
  answers: v.optional(v.picklist(['alike', 'unique']), 'alike'),
  everyMs: v.optional(above(1)),
  beside: v.optional(text),
  requests: v.optional(count(1)),
  seated: v.optional(v.boolean()),
  label: v.optional(text),
})

/** What a lab's variants talk to. @type {v.GenericSchema<import('../measure/services.js').Service>} */
const service = v.custom((given) => typeof (/** @type {any} */ (given)?.start) === 'function', 'a service, such as mongo({ … })')

const look = v.strictObject({ search: text, says: text })

const aFlag = v.pipe(v.string(), v.startsWith('--', 'a flag that starts with --'))

/** In the place of a variant's name: all of them, the limit, and a file that is judged. */
export const EVERYBODY = '*'

/** Some compilers are in some versions only. */
const flag = v.union([aFlag, v.strictObject({ flag: aFlag, node: v.pipe(v.string(), v.check((range) => validRange(range) !== null, 'a range of versions, such as >=20')) })], 'a flag that starts with --, or { flag, node: range of versions }')

/** What labs are about, in the order in which pages list them. */
export const THEMES = /** @type {const} */ (['servers', 'event loop', 'databases and caches', 'V8', 'memory', 'measuring'])

const common = {
  title: text,
  question: text,
  theme: v.optional(v.picklist(THEMES), 'V8'),
  ladder: names,
  limit: v.optional(text),
  counters: v.optional(v.record(text, counter), {}),
  flags: v.optional(v.record(text, v.array(flag)), {}),
  claims: v.pipe(
    v.array(v.union([fasterClaim, sameClaim, shownClaim], (issue) => claimExpectation(issue.input))),
    v.minLength(1, 'at least one claim'),
    v.check((claims) => claims.some((claim) => !('shown' in claim)), 'at least one required claim: a claim without the field shown')
  ),
  services: v.optional(v.array(service, 'a list of services, such as [mongo({ … })]'), []),
  swap: v.optional(text),
  look: v.optional(look),
}

const server = {
  warmUp: v.optional(v.record(text, above(1)), {}),
  maxAgeMs: v.optional(v.record(text, above(0)), {}),
  blocks: v.optional(count(2)),
  workload: request,
  workloads: v.optional(v.record(text, request), {}),
}

/** @typedef {'function' | 'server' | 'heap'} Kind */

/** What a `lab.js` may say, by its kind. */
export const manifests = {
  function: v.strictObject({
    kind: v.literal('function'),
    ...common,
    workload: v.strictObject({
      inputs: v.function(),
      drawn: v.optional(v.function()),
      edges: v.optional(v.record(text, v.array(v.unknown())), {}),
      within: v.optional(above(0), 0),
    }),
  }),
  server: v.strictObject({ kind: v.literal('server'), ...common, ...server }),
  heap: v.strictObject({ kind: v.literal('heap'), ...common, ...server, requests: count(1) }),
}

/**
 * @typedef {v.InferOutput<(typeof manifests)[Kind]>} Manifest
 * @typedef {v.InferOutput<typeof fasterClaim> | v.InferOutput<typeof sameClaim> | v.InferOutput<typeof shownClaim>} Claim `shown`: a step whose worth is
 *   the processor's or the version's; it gates nothing, and says what it depends on. `within`: how far apart two that are the same may be, as a share
 * @typedef {v.InferOutput<typeof request>} Request `drawn`: given fast-check, what may change in a request and how; `everyMs`: sent at that pace, whatever the answers do, and timed from when they were
 *   due, if they have to wait for a connection; `beside`: another workload that runs meanwhile; `requests`: in a block, where a block is to be no other size;
 *   `label`: what its requests are called in a sentence, in the plural; `seated`: false where it is asked what several processors are worth, and sides must not share one
 * @typedef {v.InferOutput<typeof figure>} Published `figures`: as the text prints them; `of`: the pair that it
 *   compared; `node`: 'not stated' where it states none; `asks`: 'the same', or one sentence on how the claim's question is another one than the text's
 * @typedef {v.InferOutput<typeof changes>[number]} Change `node`: its version, such as 8
 * @typedef {v.InferOutput<typeof look>} Look the frame to look for in a flame graph: words of its name, place or hottest line, and what it is
 */

/** @param {any} claim */
function claimExpectation (claim) {
  const given = Object.keys(claim ?? {})
  /** @type {[string, any][]} */
  const wanted = Object.entries((given.includes('same') ? sameClaim : given.includes('shown') ? shownClaim : fasterClaim).entries)
  const known = wanted.map(([name]) => name)
  const stranger = given.find((name) => !known.includes(name))
  if (stranger) return `the fields ${list(known)}; ${shown(stranger)} is none of them`
  for (const [name, schema] of wanted) {
    const parsed = v.safeParse(schema, claim?.[name])
    if (!parsed.success) return fieldExpectation(name, parsed.issues[0])
  }
  return 'a claim'
}

/**
 * Finds the counter of a service that a manifest asks for.
 *
 * @param {Pick<Manifest, 'services'>} manifest
 * @param {string} counts such as mongo:documents
 * @returns {import('../measure/services.js').Counted | undefined} none where calls of a function are counted
 */
export function serviceCounter ({ services }, counts) {
  return services.map(({ counters }) => counters?.[counts]).find(Boolean)
}
