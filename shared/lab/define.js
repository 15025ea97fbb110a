import { validRange } from 'semver'
import * as v from 'valibot'
import { SAME } from '../stats/same.js'
import { nearest } from './nearest.js'

/** A manifest that cannot be used; the message names the field and what was expected there. */
export class ManifestError extends Error {
  name = 'ManifestError'
}

const text = v.pipe(v.string(), v.nonEmpty('a text that is not empty'))
const above = (/** @type {number} */ bound) => v.pipe(v.number(), v.minValue(bound, `a number of at least ${bound}`))
const count = (/** @type {number} */ bound) => v.pipe(v.number(), v.integer('a whole number'), v.minValue(bound, `a number of at least ${bound}`))
const names = v.record(text, text)
/** Metrics of latency. */
export const WAITED = ['p50', 'p99', 'stall']

/** What is measured of each kind. */
const METRICS = { function: ['time'], server: ['cpu', ...WAITED], heap: ['heap'] }

const metric = v.picklist(Object.values(METRICS).flat())

const published = v.strictObject({
  ratio: v.number(),
  figures: text,
  of: text,
  metric: text,
  source: text,
  node: text,
  packages: v.optional(text),
  asks: text,
})

/** What a version of Node changed for a claim, and where to read of it. */
const changes = v.array(v.strictObject({ node: text, says: text, link: v.pipe(v.string(), v.url('a link')) }))

const fasterClaim = v.strictObject({
  id: text,
  faster: text,
  than: text,
  metric,
  floor: above(0.4),
  says: text,
  published: v.optional(published),
  changes: v.optional(changes),
})

const sameClaim = v.strictObject({
  id: text,
  same: v.strictTuple([text, text]),
  within: v.optional(above(SAME), SAME),
  metric,
  says: text,
  published: v.optional(published),
  changes: v.optional(changes),
  until: v.optional(text),
})

const shownClaim = v.strictObject({
  id: text,
  faster: text,
  than: text,
  metric,
  says: text,
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
})

/** What makes a collection's documents, alone or with the indexes that it is to have. */
const collection = v.union(
  [v.function(), v.strictObject({ documents: v.function(), indexes: v.array(v.looseObject({ key: v.record(text, v.number()) })) })],
  'a function that makes its documents, or { documents, indexes }'
)

const look = v.strictObject({ search: text, says: text })

const aFlag = v.pipe(v.string(), v.startsWith('--', 'a flag that starts with --'))

/** Some compilers are in some versions only. */
const flag = v.union([aFlag, v.strictObject({ flag: aFlag, node: v.pipe(v.string(), v.check((range) => validRange(range) !== null, 'a range of versions, such as >=20')) })], 'a flag that starts with --, or { flag, node: range of versions }')

const common = {
  title: text,
  question: text,
  ladder: names,
  limit: v.optional(text),
  counters: v.optional(v.record(text, counter), {}),
  flags: v.optional(v.record(text, v.array(flag)), {}),
  claims: v.pipe(
    v.array(v.union([fasterClaim, sameClaim, shownClaim], (issue) => claimExpectation(issue.input))),
    v.minLength(1, 'at least one claim'),
    v.check((claims) => claims.some((claim) => !('shown' in claim)), 'at least one claim that gates: one without shown')
  ),
  services: v.optional(v.strictObject({ mongo: v.optional(v.record(text, collection)), mongoAwayMs: v.optional(above(1)), downstream: v.optional(text), files: v.optional(v.record(text, v.function())) }), {}),
  look: v.optional(look),
  hints: v.pipe(v.array(text), v.minLength(1, 'at least one hint')),
}

const server = {
  warmUp: v.optional(v.record(text, above(1)), {}),
  maxAgeMs: v.optional(v.record(text, above(0)), {}),
  blocks: v.optional(count(2)),
  workload: request,
  workloads: v.optional(v.record(text, request), {}),
}

/** @typedef {'function' | 'server' | 'heap'} Kind */

const manifests = {
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
 *   due; `beside`: another workload that runs meanwhile; `requests`: in a block, where a block is to be no other size;
 *   `seated`: false where it is asked what several processors are worth, and sides must not share one
 * @typedef {v.InferOutput<typeof published>} Published `figures`: as the text prints them, each in shared/ledger/quotes.json; `of`: the pair that it
 *   compared; `node`: 'not stated' where it states none; `asks`: 'the same', or one sentence on how the claim's question is another one than the text's
 * @typedef {v.InferOutput<typeof changes>[number]} Change `node`: its version, such as 8
 * @typedef {v.InferOutput<typeof look>} Look the frame to look for in a flame graph: words of its name, place or hottest line, and what it is
 */

/**
 * Checks what a `lab.js` says of its lab.
 *
 * @param {object} manifest see CONTRIBUTING.md, and any lab.js
 * @returns {Manifest} with its defaults filled in
 * @throws {ManifestError} naming the field and what was expected
 */
export function defineLab (manifest) {
  const kind = /** @type {any} */ (manifest)?.kind
  if (!Object.hasOwn(manifests, kind)) throw new ManifestError(`kind: expected ${list(Object.keys(manifests))}, but it is ${shown(kind)}`)
  /** @type {v.GenericSchema<any, Manifest> & { entries: object }} */
  const schema = manifests[/** @type {Kind} */ (kind)]
  const parsed = v.safeParse(schema, manifest, { abortPipeEarly: true })
  if (!parsed.success) throw new ManifestError(complaint(parsed.issues[0], Object.keys(schema.entries)))
  checkNames(parsed.output)
  return parsed.output
}

/**
 * The side of a claim: a variant, under the workload of the lab or under another one that is named after it.
 *
 * @param {string} side `variant` or `variant@workload`
 * @returns {{ variant: string, workload: string | null }}
 */
export function splitSide (side) {
  const [variant, workload = null] = side.split('@')
  return { variant, workload }
}

/**
 * @param {Claim} claim
 * @returns {{ base: string, against: string }} `base` is the side that costs more
 */
export function sidesOf (claim) {
  if ('same' in claim) return { base: claim.same[0], against: claim.same[1] }
  return { base: claim.than, against: claim.faster }
}

/** @param {Manifest} lab */
function checkNames (lab) {
  const variants = Object.keys(lab.ladder)
  for (const needed of ['slow', 'fast']) {
    if (!variants.includes(needed)) throw new ManifestError(`ladder: expected a variant named ${needed}, but there are only ${list(variants)}`)
  }
  for (const flagged of Object.keys(lab.flags)) {
    const steps = variants.filter((variant) => variant !== 'slow' && variant !== 'fast')
    // a file that is judged in the place of one of the two, or against them, has the same Node
    if (!steps.includes(flagged)) throw new ManifestError(`flags: expected a step between slow and fast (${list(steps) || 'there is none'}), but it names ${shown(flagged)}`)
  }
  const ids = lab.claims.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new ManifestError(`claims: expected every id once, but ${shown(twice)} stands twice`)

  const sides = lab.claims.flatMap((claim, index) => Object.values(sidesOf(claim)).map((side) => ({ side, where: `claims.${index}` })))
  for (const [name, { counts, atMost, ...expectations }] of Object.entries(lab.counters)) {
    const [side, words] = Object.entries(expectations).find(([, words]) => typeof words !== 'number' && !Object.hasOwn(CALLS, String(words))) ?? []
    if (side) throw new ManifestError(`counters.${name}.${side}: expected ${list(Object.keys(CALLS))} or a number, but it is ${shown(words)}`)
  }
  const counted = Object.entries(lab.counters).flatMap(([name, counter]) =>
    Object.keys(counter).filter((key) => !['counts', 'atMost'].includes(key)).map((side) => ({ side, where: `counters.${name}` })))
  const aged = 'maxAgeMs' in lab ? Object.keys(lab.maxAgeMs).map((side) => ({ side, where: 'maxAgeMs' })) : []
  for (const { side, where } of [...sides, ...counted, ...aged]) {
    const { variant, workload } = splitSide(side)
    if (!variants.includes(variant)) throw new ManifestError(`${where}: expected a variant of the ladder (${list(variants)}), but it names ${shown(variant)}`)
    const workloads = 'workloads' in lab ? Object.keys(lab.workloads) : []
    if (workload !== null && !workloads.includes(workload)) throw new ManifestError(`${where}: expected one of the workloads (${list(workloads) || 'there are none'}), but it names ${shown(workload)}`)
  }
  checkMetrics(lab)
}

/** @param {Manifest} lab */
function checkMetrics (lab) {
  const workloads = 'workloads' in lab ? lab.workloads : {}
  if ('beside' in lab.workload && lab.workload.beside !== undefined) throw new ManifestError('workload.beside: expected it in one of the workloads: the lab\'s own is that which others stand beside')
  for (const [name, { beside }] of Object.entries(workloads)) {
    if (beside !== undefined && !Object.hasOwn(workloads, beside)) throw new ManifestError(`workloads.${name}.beside: expected another one of the workloads (${list(Object.keys(workloads))}), but it is ${shown(beside)}`)
  }
  for (const [index, claim] of lab.claims.entries()) {
    const { metric } = claim
    if (!METRICS[lab.kind].includes(metric)) throw new ManifestError(`claims.${index}.metric: expected ${list(METRICS[lab.kind])} for a lab of kind ${lab.kind}, but it is ${shown(metric)}`)
    const alone = Object.values(sidesOf(claim)).find((side) => metric === 'stall' && !workloads[splitSide(side).workload ?? '']?.beside)
    if (alone) throw new ManifestError(`claims.${index}: expected sides whose workload has another one beside it, for that makes the stall, but ${shown(alone)} has none`)
  }
}

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

/** @param {string} name of a claim's field @param {any} issue with it, or with a part of it */
function fieldExpectation (name, issue) {
  const part = v.getDotPath(issue)
  const field = part ? `${name}.${part}` : name
  if (part && issue.type === 'strict_object') return issue.expected === 'never' ? `no field ${field}` : `${field} to be there`
  return `${field} to be ${expectation(issue)}`
}

/** @param {any} issue @param {string[]} known */
function complaint (issue, known) {
  const path = v.getDotPath(issue) ?? ''
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const unknown = path.split('.').at(-1) ?? ''
    const near = nearest(unknown, known)
    return `${path}: no such field${near ? `; did you mean ${near}?` : ''}`
  }
  return `${path}: expected ${expectation(issue)}, but it is ${shown(issue.input)}`
}

/** @param {any} issue */
function expectation (issue) {
  return issue.message.startsWith('Invalid') ? String(issue.expected).replaceAll('"', '').toLowerCase() : issue.message
}

/** @param {unknown} value */
function shown (value) {
  if (value === undefined) return 'missing'
  return (JSON.stringify(value) ?? String(value)).slice(0, 60)
}

/** @param {string[]} words */
function list (words) {
  return words.join(', ')
}
