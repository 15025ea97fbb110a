import mingo from 'mingo'
import { Collection, findPlace } from './collection.js'
import { CommandError, createUnsupportedError } from './command-error.js'

/** @import { Content, Index, Range, StoredDocument } from './collection.js' */

// Static import: mingo loads when the process starts, not during the first query (docs/decisions/001).

/** @typedef {{ index: Index, ranges: Range[], exact?: boolean }} Plan `exact`: all documents in the ranges match */

/**
 * @typedef {object} Query
 * @property {Content} [filter]
 * @property {Record<string, any>} [sort]
 * @property {number} [skip]
 * @property {number} [limit] 0 means no limit
 * @property {{ $natural?: number }} [hint] { $natural: 1 } for a scan
 */

/**
 * Finds the documents of a query, and counts the documents that the search examined.
 *
 * @param {Collection | undefined} collection undefined: an empty one
 * @param {Query} query
 * @returns {{ documents: StoredDocument[], docsExamined: number, index?: Index }} the index that it used
 */
export function findDocuments (collection = new Collection(), { filter = {}, sort = {}, skip = 0, limit = 0, hint = {} }) {
  refuseWrongSort(sort)
  const direction = sort.$natural ?? hint.$natural
  if (hint.$natural === undefined && Object.keys(hint).length > 0) throw createUnsupportedError('a hint other than $natural')
  const plan = direction ? undefined : choosePlan(collection, filter)
  // a document is in several ranges if $in names its value twice
  const candidates = plan ? [...new Set(plan.ranges.flatMap((range) => plan.index.find(range)))] : [...collection.documents]
  if (direction < 0) candidates.reverse()
  const mustSort = !sort.$natural && Object.keys(sort).length > 0
  const start = Number(skip)
  const end = Number(limit) ? start + Number(limit) : Infinity
  const matches = plan?.exact ? undefined : createMatcher(filter)
  const needed = mustSort ? Infinity : end
  let documents = candidates
  let docsExamined = Math.min(candidates.length, needed)
  if (matches) {
    documents = []
    docsExamined = 0
    for (const document of candidates) {
      if (documents.length >= needed) break
      docsExamined++
      if (matches(document.content)) documents.push(document)
    }
  }
  if (mustSort) {
    const byContent = new Map(documents.map((document) => [document.content, document]))
    const sorted = /** @type {Content[]} */ (mingo.aggregate([...byContent.keys()], [{ $sort: sort }]))
    documents = sorted.map((content) => /** @type {StoredDocument} */ (byContent.get(content)))
  }
  return { documents: start > 0 || end < documents.length ? documents.slice(start, end) : documents, docsExamined, index: plan?.index }
}

/**
 * @param {Content} filter
 * @returns {((content: Content) => boolean) | undefined} undefined: every document matches
 */
export function createMatcher (filter) {
  if (Object.keys(filter).length === 0) return
  refuseWrongOperands(filter)
  const query = new mingo.Query(filter)
  return (content) => query.test(content)
}

/**
 * Refuses operands that mingo ignores.
 *
 * @param {Content} filter
 * @throws {CommandError} BadValue
 */
function refuseWrongOperands (filter) {
  for (const [name, operand] of Object.entries(filter)) {
    const isList = Array.isArray(operand) && (operand.length > 0 || name.endsWith('n'))
    if (/^\$(n?in|all|and|n?or)$/.test(name) && !isList) throw new CommandError(2, `${name} needs an array`)
    if (typeof operand === 'object' && operand) refuseWrongOperands(operand)
  }
}

/**
 * Refuses directions that MongoDB refuses, and that mingo takes for ascending or descending.
 *
 * @param {Record<string, any>} sort
 * @throws {CommandError} its code is MongoDB's
 */
export function refuseWrongSort (sort) {
  for (const [name, direction] of Object.entries(sort)) {
    if (direction?.$meta) throw createUnsupportedError('a sort by $meta')
    if (typeof direction !== 'number') throw new CommandError(15974, `Illegal key in $sort specification: ${name}: ${JSON.stringify(direction)}`)
    if (Math.abs(direction) !== 1) throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
  }
}

/**
 * Chooses an index whose field has values in the filter, or else an index whose field has a range, or else a scan.
 *
 * @param {Collection} collection
 * @param {Content} filter
 * @returns {Plan | undefined}
 */
function choosePlan ({ indexes }, filter) {
  const plans = indexes.flatMap((index) => planWithIndex(index, filter) ?? [])
  return plans.find(({ exact }) => exact !== undefined) ?? plans[0]
}

/**
 * @param {Index} index
 * @param {Content} filter
 * @returns {Plan | undefined}
 */
function planWithIndex (index, filter) {
  const condition = filter[index.field]
  const operators = findPlace(condition, 1) ? { $eq: condition } : condition ?? {}
  const { $eq, $in = [$eq], $gt, $gte, $lt, $lte } = operators
  const points = Array.isArray($in) ? $in.map((value) => ({ low: findPlace(value, -1), high: findPlace(value, 1) })) : []
  if (points.length > 0 && points.every(({ low }) => low)) {
    const exact = Object.keys(filter).length === 1 && Object.keys(operators).length === 1
    return { index, exact, ranges: /** @type {Range[]} */ (points) }
  }
  const low = findPlace($gte, -1) ?? findPlace($gt, 1)
  const high = findPlace($lte, 1) ?? findPlace($lt, -1)
  const [rank] = low ?? high ?? []
  // all values of a type are between the halves below and above its rank
  if (rank) return { index, ranges: [{ low: low ?? [rank - 0.5], high: high ?? [rank + 0.5] }] }
}

/**
 * @param {Content[]} contents
 * @param {Content} projection
 * @returns {Content[]} with the fields in MongoDB's order: `_id`, then kept fields as in the input, then new ones. mingo sorts them by name
 */
export function projectContents (contents, projection) {
  const unsupported = Object.keys(projection).find((name) => name.endsWith('.$') || projection[name]?.$slice)
  if (unsupported) throw createUnsupportedError(`the projection of ${unsupported}`)
  const kept = (/** @type {string} */ name) => ['undefined', 'number', 'boolean'].includes(typeof projection[name])
  const asked = Object.keys(projection).map((path) => path.split('.')[0])
  return mingo.aggregate(contents, [{ $project: projection }], { processingMode: mingo.ProcessingMode.CLONE_INPUT }).map((content, nth) =>
    orderFields(/** @type {Content} */ (content), ['_id', ...Object.keys(contents[nth]).filter(kept), ...asked]))
}

/**
 * @param {Content} content
 * @param {string[]} names of its first fields
 * @returns {Content}
 */
export function orderFields (content, names) {
  const ordered = new Set([...names.filter((name) => name in content), ...Object.keys(content)])
  return Object.fromEntries([...ordered].map((name) => [name, content[name]]))
}
