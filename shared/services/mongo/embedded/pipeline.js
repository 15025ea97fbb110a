import { serialize } from 'bson'
import { Failure } from './failure.js'
import { quickGroup } from './group.js'
import { isObject } from './path.js'
import { inMongoWords, mingo } from './query-language.js'
import { retrieve } from './retrieval.js'

/** @typedef {import('./collection.js').Collection} Collection */

/** The stages a find can do, in the one order a find does them. */
const AS_FIND = ['$match', '$sort', '$skip', '$limit']
/** Known to MongoDB and not here: a sentence about that is better than "unrecognized", or than a wrong answer. */
const UNSUPPORTED = new Set(['$bucket', '$bucketAuto', '$merge', '$out', '$geoNear', '$collStats', '$indexStats', '$currentOp', '$planCacheStats',
  '$search', '$searchMeta', '$vectorSearch', '$listSessions', '$listLocalSessions'])
/** These hand on the very documents they get, or make new ones without touching those. */
const HARMLESS = new Set(['$match', '$sort', '$skip', '$limit', '$group', '$count', '$sortByCount'])

/**
 * @typedef {object} Split
 * @property {import('./retrieval.js').Query} query what the beginning of the pipeline asks of the collection
 * @property {Record<string, any>[]} rest the stages after it
 */

/**
 * @param {any[]} pipeline
 * @returns {Split}
 * @throws {Failure} on a stage that is none
 */
export function split (pipeline) {
  checkStages(pipeline)
  /** @type {Record<string, any>} */
  const found = {}
  let last = -1
  let taken = 0
  for (const stage of pipeline) {
    const [name] = Object.keys(stage)
    const place = AS_FIND.indexOf(name)
    if (place <= last) break
    found[name] = stage[name]
    last = place
    taken++
  }
  const { $match: filter, $sort: sort, $skip: skip, $limit: limit } = found
  return { query: { filter, sort, skip, limit }, rest: pipeline.slice(taken) }
}

/** @param {any[]} pipeline */
function checkStages (pipeline) {
  for (const stage of pipeline) {
    checkStage(stage)
    const { $facet, $lookup, $unionWith } = stage
    for (const nested of Object.values($facet ?? {})) checkStages(nested)
    for (const joined of [$lookup?.pipeline, $unionWith?.pipeline]) {
      if (!Array.isArray(joined)) continue
      checkStages(joined)
      // there it would count nothing as 0
      if (joined.some((inner) => '$count' in inner)) throw new Failure(115, '$count in the pipeline of $lookup or $unionWith is not supported by the embedded server')
    }
  }
}

/** @param {any} stage */
function checkStage (stage) {
  if (!isObject(stage)) throw new Failure(14, 'Each element of the \'pipeline\' array must be an object')
  const [name, ...more] = Object.keys(stage)
  if (name === undefined || more.length > 0) {
    throw new Failure(40323, 'A pipeline stage specification object must contain exactly one field.')
  }
  const operand = stage[name]
  if (name === '$changeStream') {
    throw new Failure(40573, 'The $changeStream stage is only supported on replica sets')
  }
  if (UNSUPPORTED.has(name)) throw new Failure(115, `${name} is not supported by the embedded server`)
  if (name === '$match' && !isObject(operand)) throw new Failure(15959, 'the match filter must be an expression in an object')
  if (name === '$sort' && !isObject(operand)) throw new Failure(15973, 'the $sort key specification must be an object')
  if (name === '$sort' && Object.keys(operand).length === 0) {
    throw new Failure(15976, '$sort stage must have at least one sort key')
  }
  if (name === '$limit' && !(Number.isInteger(operand) && operand > 0)) {
    throw new Failure(15958, 'the limit must be positive')
  }
  if (name === '$skip' && !(Number.isInteger(operand) && operand >= 0)) {
    throw new Failure(5107200, `invalid argument to $skip stage: Expected a non-negative number in: $skip: ${operand}`)
  }
  if (name === '$lookup' && operand?.pipeline && operand.localField) {
    throw new Failure(115, '$lookup with both localField and a pipeline is not supported by the embedded server')
  }
  if (name === '$facet' && !(isObject(operand) && Object.keys(operand).length > 0 && Object.values(operand).every(Array.isArray))) {
    throw new Failure(40169, 'the $facet specification must be a non-empty object whose fields are arrays')
  }
  if (name === '$count' && !(typeof operand === 'string' && /^[^$.]+$/.test(operand))) {
    throw new Failure(40156, 'the count field must be a non-empty string')
  }
  if (name === '$project' && !(isObject(operand) && Object.keys(operand).length > 0)) {
    throw new Failure(51272, 'Invalid $project :: caused by :: projection specification must have at least one field')
  }
}

/**
 * @param {Collection | undefined} collection
 * @param {any[]} pipeline
 * @param {object} options
 * @param {(name: string) => Collection | undefined} options.other finds the collection of a $lookup or $unionWith
 * @param {string | Record<string, any>} [options.hint]
 * @returns {{ items: Uint8Array[], retrieval: import('./retrieval.js').Retrieval, rest: Record<string, any>[] }}
 * @throws {Failure} as MongoDB words it
 */
export function aggregate (collection, pipeline, { other, hint }) {
  const { query, rest } = split(pipeline)
  const retrieval = retrieve(collection, { ...query, hint })
  // stored bytes go out as they are
  if (rest.length === 0) return { items: retrieval.documents.map(({ bytes }) => bytes), retrieval, rest }
  const contents = retrieval.documents.map((document) => document.content)
  return { items: run(contents, rest, other).map((content) => serialize(content)), retrieval, rest }
}

/** @typedef {Record<string, any>} Content */

/** Stages of which mingo's answer is put right. @type {Record<string, (answer: () => Content[], contents: Content[], operand: any) => Content[]>} */
const PUT_RIGHT = {
  // of nothing MongoDB counts nothing
  $count: (answer, contents) => contents.length ? answer() : [],
  $project: (answer, contents, operand) => answer().map((content, nth) => inOrder(content, contents[nth], operand)),
  $lookup: (answer, _, { as }) => answer().map((content) => Array.isArray(content[as]) ? { ...content, [as]: content[as].filter(Boolean) } : content),
}

/**
 * @param {Content[]} contents
 * @param {Content[]} stages
 * @param {(name: string) => Collection | undefined} other
 * @returns {Content[]}
 */
function run (contents, stages, other) {
  if (stages.length === 0) return contents
  const [first, ...rest] = stages
  const [name] = Object.keys(first)
  const grouped = name === '$group' && quickGroup(first.$group, contents)
  if (grouped) return run(grouped, rest, other)
  // each of its pipelines is run as one of its own
  if (name === '$facet') return run([Object.fromEntries(Object.entries(first.$facet).map(([facet, inner]) => [facet, run(contents, inner, other)]))], rest, other)
  if (Object.hasOwn(PUT_RIGHT, name)) return run(PUT_RIGHT[name](() => answered(contents, [first], other), contents, first[name]), rest, other)
  const next = stages.findIndex((stage) => '$facet' in stage || Object.hasOwn(PUT_RIGHT, Object.keys(stage)[0]))
  if (next < 0) return answered(contents, stages, other)
  return run(answered(contents, stages.slice(0, next), other), stages.slice(next), other)
}

/** @param {Content[]} contents @param {Content[]} stages @param {(name: string) => Collection | undefined} other @returns {Content[]} as mingo sees it */
function answered (contents, stages, other) {
  const { aggregate, ProcessingMode } = mingo()
  return inMongoWords(() => aggregate(contents, stages, {
    collectionResolver: (name) => [...(other(name)?.documents ?? [])].map((document) => document.copy()),
    // the others change documents in place, and these are kept
    processingMode: stages.every((stage) => HARMLESS.has(Object.keys(stage)[0]))
      ? ProcessingMode.CLONE_OFF
      : ProcessingMode.CLONE_INPUT,
  }))
}

/**
 * @param {Content} content that a projection has made
 * @param {Content} from what
 * @param {Content} projection
 * @returns {Content} its fields as MongoDB orders them: _id, those that were there, and new ones as they were asked for
 */
function inOrder (content, from, projection) {
  const asked = Object.keys(projection).map((path) => path.split('.')[0])
  const names = new Set(['_id', ...Object.keys(from).filter((name) => !(isComputed(projection[name]))), ...asked, ...Object.keys(content)])
  return Object.fromEntries([...names].filter((name) => Object.hasOwn(content, name)).map((name) => [name, content[name]]))
}

/** @param {any} value of a projection @returns {boolean} whether it is anything but a field that is kept or left out, or a document of such */
const isComputed = (value) => isObject(value) ? Object.entries(value).some(([name, inner]) => name.startsWith('$') || isComputed(inner)) : value !== undefined && typeof value !== 'number' && typeof value !== 'boolean'
