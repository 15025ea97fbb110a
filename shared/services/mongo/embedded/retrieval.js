import { StoredCollection } from './collection.js'
import { CommandError } from './command-error.js'
import { createFilterMatcher } from './mingo.js'
import { compareBsonValues } from './order.js'
import { chooseQueryPlan } from './plan.js'
import { readValuesAtPath } from './values.js'

/** @import { Plan } from './plan.js' */
/** @import { SortedIndex } from './sorted-index.js' */
/** @import { StoredDocument } from './stored-document.js' */

/**
 * @typedef {object} Query
 * @property {Record<string, any>} [filter]
 * @property {Record<string, 1 | -1>} [sort]
 * @property {number} [skip]
 * @property {number} [limit] 0 means no limit
 * @property {string | Record<string, any>} [hint]
 */

/** @typedef {{ documents: StoredDocument[], keysExamined: number, docsExamined: number }} Found */
/** @typedef {Found & { plan: Plan }} Retrieval */

/**
 * Finds the documents of a query, and counts the index keys and documents that the search examined.
 *
 * @param {StoredCollection | undefined} collection undefined: an empty one
 * @param {Query} query
 * @returns {Retrieval}
 * @throws {CommandError} on a filter, sort or hint that MongoDB refuses
 */
export function findQueryDocuments (collection = new StoredCollection(''), { filter = {}, sort = {}, skip = 0, limit = 0, hint }) {
  for (const direction of Object.values(sort)) {
    if (direction !== 1 && direction !== -1) {
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
    }
  }
  const plan = chooseQueryPlan(collection, filter, sort, hint)
  const mustSort = Object.keys(sort).length > 0 && !plan.ordered
  const end = limit > 0 ? skip + limit : Infinity
  const found = search(collection, plan, plan.exact ? undefined : createFilterMatcher(filter), mustSort ? Infinity : end)
  const documents = mustSort ? sortDocuments(found.documents, sort) : found.documents
  return { ...found, plan, documents: skip > 0 || documents.length > end ? documents.slice(skip, end) : documents }
}

/**
 * @param {StoredCollection} collection
 * @param {Plan} plan
 * @param {((content: Record<string, any>) => boolean) | undefined} matches undefined: every document matches
 * @param {number} wanted it stops after that many
 * @returns {Found}
 */
function search (collection, plan, matches, wanted) {
  const { index } = plan
  const scanned = index || plan.direction === 1 ? collection.documents : [...collection.documents].reverse()
  if (!index && !matches && wanted >= collection.documents.size) {
    return { documents: [...scanned], keysExamined: 0, docsExamined: collection.documents.size }
  }
  const found = { documents: /** @type {StoredDocument[]} */ ([]), keysExamined: 0, docsExamined: 0 }
  const seen = index?.multikey ? new Set() : undefined
  for (const document of index ? walkIndex(index, plan) : scanned) {
    if (found.documents.length >= wanted) break
    if (index) found.keysExamined++
    if (seen?.has(document)) continue
    seen?.add(document)
    found.docsExamined++
    if (!matches || matches(document.content)) found.documents.push(document)
  }
  return found
}

/**
 * @param {SortedIndex} index
 * @param {Plan} plan
 * @returns {Generator<StoredDocument, void>}
 */
function * walkIndex (index, { bounds, direction }) {
  for (const range of direction === 1 ? bounds : bounds.toReversed()) {
    const [from, to] = index.findRange(range)
    if (direction === 1) for (let at = from; at < to; at++) yield index.documents[at]
    else for (let at = to - 1; at >= from; at--) yield index.documents[at]
  }
}

/**
 * Sorts documents stably in MongoDB's order. For an array, its smallest element decides in ascending order, and its
 * largest element in descending order.
 *
 * @param {StoredDocument[]} documents
 * @param {Record<string, 1 | -1>} sort
 * @returns {StoredDocument[]}
 */
function sortDocuments (documents, sort) {
  const fields = Object.entries(sort)
  const keyed = documents.map((document) => ({
    document,
    keys: fields.map(([field, direction]) =>
      readValuesAtPath(document.content, field).reduce((best, value) => compareBsonValues(value, best) * direction < 0 ? value : best)),
  }))
  keyed.sort((a, b) => {
    for (let i = 0; i < fields.length; i++) {
      const order = compareBsonValues(a.keys[i], b.keys[i])
      if (order !== 0) return order * fields[i][1]
    }
    return 0
  })
  return keyed.map(({ document }) => document)
}
