import mingo from 'mingo'
import { CommandError } from './command-error.js'
import { computeNumericGroups } from './group.js'
import { translateMingoErrors } from './mingo.js'
import { findQueryDocuments } from './retrieval.js'
import { encodeDocument } from './stored-document.js'
import { isPlainObject } from './values.js'

/** @import { StoredCollection } from './collection.js' */
/** @import { Query } from './retrieval.js' */
/** @typedef {Record<string, any>} Stage */

/** Pipeline stages that a find query can replace at the start of a pipeline, in the order in which find applies them. */
const FIND_STAGES = ['$match', '$sort', '$skip', '$limit']
/** Pipeline stages that do not modify their input documents. */
const READ_ONLY_STAGES = new Set([...FIND_STAGES, '$group', '$sortByCount'])

/** @param {any} value */
const isFilledObject = (value) => isPlainObject(value) && Object.keys(value).length > 0

/**
 * For each pipeline stage: a check of its operand, and MongoDB's error code and message. mingo accepts wrong operands.
 * @type {Record<string, [(operand: any) => boolean, number, string]>}
 */
const OPERANDS = {
  $match: [isPlainObject, 15959, 'the match filter must be an expression in an object'],
  $sort: [isFilledObject, 15976, '$sort stage must have at least one sort key'],
  $skip: [(operand) => Number.isInteger(operand) && operand >= 0, 5107200,
    'invalid argument to $skip stage: Expected a non-negative number'],
  $limit: [(operand) => Number.isInteger(operand) && operand > 0, 15958, 'the limit must be positive'],
  $count: [(operand) => typeof operand === 'string' && /^[^$.]+$/.test(operand), 40156, 'the count field must be a non-empty string'],
  $project: [isFilledObject, 51272, 'Invalid $project :: caused by :: projection specification must have at least one field'],
  $facet: [(operand) => isFilledObject(operand) && Object.values(operand).every(Array.isArray), 40169,
    'the $facet specification must be a non-empty object whose fields are arrays'],
  $lookup: [({ localField, pipeline }) => !(localField && pipeline), 115,
    '$lookup with both localField and a pipeline is not supported by the embedded server'],
  $changeStream: [() => false, 40573, 'The $changeStream stage is only supported on replica sets'],
}
/** Pipeline stages that the embedded server refuses, because mingo computes them differently from MongoDB. */
const UNSUPPORTED = ['$bucket', '$bucketAuto', '$merge', '$out']

/**
 * Splits a pipeline in two: a find query that replaces its first stages, and the remaining stages.
 *
 * @param {any[]} pipeline
 * @returns {{ query: Query, rest: Stage[] }}
 * @throws {CommandError} on a stage that MongoDB refuses
 */
export function splitPipeline (pipeline) {
  const stages = pipeline.flatMap(prepareStage)
  /** @type {Stage} */
  const found = {}
  let last = -1
  let taken = 0
  for (const stage of stages) {
    const [name] = Object.keys(stage)
    const position = FIND_STAGES.indexOf(name)
    if (position <= last) break
    found[name] = stage[name]
    last = position
    taken++
  }
  const { $match: filter, $sort: sort, $skip: skip, $limit: limit } = found
  return { query: { filter, sort, skip, limit }, rest: stages.slice(taken) }
}

/**
 * Checks a pipeline stage, and rewrites the stage if mingo's result would differ from MongoDB's.
 *
 * @param {any} stage
 * @returns {Stage[]}
 */
function prepareStage (stage) {
  if (!isPlainObject(stage)) throw new CommandError(14, 'Each element of the \'pipeline\' array must be an object')
  const [name, ...more] = Object.keys(stage)
  if (name === undefined || more.length > 0) {
    throw new CommandError(40323, 'A pipeline stage specification object must contain exactly one field.')
  }
  if (UNSUPPORTED.includes(name)) throw new CommandError(115, `${name} is not supported by the embedded server`)
  const operand = stage[name]
  const [isValid, code, message] = OPERANDS[name] ?? []
  if (isValid && !isValid(operand)) throw new CommandError(/** @type {number} */ (code), /** @type {string} */ (message))
  // replaces $count by $group and $project, as MongoDB defines it: without documents there is no result, but mingo's $count gives 0
  if (name === '$count') return [{ $group: { _id: null, [operand]: { $sum: 1 } } }, { $project: { _id: 0 } }]
  if (name === '$facet') {
    return [{ $facet: Object.fromEntries(Object.entries(operand).map(([facet, inner]) => [facet, inner.flatMap(prepareStage)])) }]
  }
  const prepared = operand?.pipeline ? { [name]: { ...operand, pipeline: operand.pipeline.flatMap(prepareStage) } } : stage
  // removes undefined elements, which mingo's $lookup adds for references to missing documents
  return name === '$lookup' ? [prepared, { $set: { [operand.as]: { $filter: { input: `$${operand.as}`, cond: '$$this' } } } }] : [prepared]
}

/**
 * @param {StoredCollection | undefined} collection
 * @param {any[]} pipeline
 * @param {object} options
 * @param {(name: string) => StoredCollection | undefined} options.findCollection for $lookup and $unionWith
 * @param {string | Record<string, any>} [options.hint]
 * @returns {Uint8Array[]}
 * @throws {CommandError}
 */
export function runPipeline (collection, pipeline, { findCollection, hint }) {
  const { query, rest } = splitPipeline(pipeline)
  const { documents } = findQueryDocuments(collection, { ...query, hint })
  if (rest.length === 0) return documents.map(({ bytes }) => bytes)
  return runStages(documents.map(({ content }) => content), rest, findCollection).map((content) => encodeDocument(content).bytes)
}

/**
 * @param {Record<string, any>[]} contents
 * @param {Stage[]} stages
 * @param {(name: string) => StoredCollection | undefined} findCollection
 * @returns {Record<string, any>[]}
 */
function runStages (contents, stages, findCollection) {
  const index = stages.findIndex((stage) => '$project' in stage)
  if (index < 0) return runUnordered(contents, stages, findCollection)
  const before = runUnordered(contents, stages.slice(0, index), findCollection)
  const projected = runUnordered(before, [stages[index]], findCollection)
  const ordered = projected.map((content, nth) => orderFields(content, before[nth], stages[index].$project))
  return runStages(ordered, stages.slice(index + 1), findCollection)
}

/**
 * Orders the fields of a projected document as MongoDB does: `_id`, then kept fields as in the input, then new fields.
 * mingo sorts the fields by name, so a variant would give another answer than with MongoDB.
 *
 * @param {Record<string, any>} content
 * @param {Record<string, any>} input
 * @param {Record<string, any>} projection
 * @returns {Record<string, any>}
 */
function orderFields (content, input, projection) {
  const kept = Object.keys(input).filter((name) => !isComputed(projection[name]))
  const asked = Object.keys(projection).map((path) => path.split('.')[0])
  const names = new Set(['_id', ...kept, ...asked, ...Object.keys(content)])
  return Object.fromEntries([...names].filter((name) => Object.hasOwn(content, name)).map((name) => [name, content[name]]))
}

/** @param {any} value of a projection @returns {boolean} false for a field that is kept or left out, and for a document of such fields */
function isComputed (value) {
  if (isPlainObject(value)) return Object.entries(value).some(([name, inner]) => name.startsWith('$') || isComputed(inner))
  return value !== undefined && typeof value !== 'number' && typeof value !== 'boolean'
}

/**
 * Runs pipeline stages in mingo, except a $group over numbers as the first stage, which group.js computes faster.
 *
 * @param {Record<string, any>[]} contents
 * @param {Stage[]} stages
 * @param {(name: string) => StoredCollection | undefined} findCollection
 * @returns {Record<string, any>[]}
 */
function runUnordered (contents, stages, findCollection) {
  if (stages.length === 0) return contents
  const [{ $group }, ...rest] = stages
  const groups = isPlainObject($group) ? computeNumericGroups($group, contents) : undefined
  if (groups && rest.length === 0) return groups
  const { ProcessingMode: { CLONE_INPUT, CLONE_OFF } } = mingo
  const readOnly = stages.every((stage) => READ_ONLY_STAGES.has(Object.keys(stage)[0]))
  return translateMingoErrors(() => mingo.aggregate(groups ?? contents, groups ? rest : stages, {
    collectionResolver: (name) => [...(findCollection(name)?.documents ?? [])].map((document) => document.copyContent()),
    processingMode: groups || readOnly ? CLONE_OFF : CLONE_INPUT,
  }))
}
