import { matcher } from './filter.js'
import { planFor } from './plan.js'
import { checkSort, sorted } from './sorting.js'

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./stored-document.js').StoredDocument} StoredDocument */

/**
 * @typedef {object} Query
 * @property {Record<string, any>} [filter]
 * @property {Record<string, 1 | -1>} [sort]
 * @property {number} [skip]
 * @property {number} [limit] 0 is none
 * @property {string | Record<string, any>} [hint]
 */

/**
 * @typedef {object} Retrieval
 * @property {StoredDocument[]} documents
 * @property {import('./plan.js').Plan} plan
 * @property {number} keysExamined
 * @property {number} docsExamined
 */

/**
 * Finds the documents of a query, and says what that took.
 *
 * @param {Collection | undefined} collection none is an empty one
 * @param {Query} query
 * @returns {Retrieval}
 * @throws {import('./failure.js').Failure} on a filter, sort or hint that MongoDB refuses
 */
export function retrieve (collection, { filter = {}, sort = {}, skip = 0, limit = 0, hint }) {
  checkSort(sort)
  if (!collection) {
    matcher(filter)
    return { documents: [], plan: NOTHING, keysExamined: 0, docsExamined: 0 }
  }
  const plan = planFor(collection, filter, sort, hint)
  const mustSort = Object.keys(sort).length > 0 && !plan.ordered
  const wanted = limit > 0 && !mustSort ? skip + limit : Infinity
  const found = search(collection, plan, filter, wanted)
  const documents = mustSort ? sorted(found.documents, sort, (document) => document.content) : found.documents
  const cut = skip > 0 || (limit > 0 && documents.length > limit)
  return { ...found, plan, documents: cut ? documents.slice(skip, limit > 0 ? skip + limit : undefined) : documents }
}

/** @type {import('./plan.js').Plan} */
const NOTHING = { bounds: [], exact: false, ordered: true, direction: 1 }

/**
 * @param {Collection} collection
 * @param {import('./plan.js').Plan} plan
 * @param {Record<string, any>} filter
 * @param {number} wanted it may stop after so many
 */
function search (collection, plan, filter, wanted) {
  const matches = plan.exact || Object.keys(filter).length === 0 ? undefined : matcher(filter)
  // a scan goes in the order in which documents came, or the other way round
  const scanned = plan.index || plan.direction === 1 ? collection.documents : [...collection.documents].reverse()
  if (!plan.index && !matches && wanted >= collection.documents.size) {
    return { documents: [...scanned], keysExamined: 0, docsExamined: collection.documents.size }
  }
  const documents = []
  let docsExamined = 0
  let keysExamined = 0
  const source = plan.index ? walk(plan.index, plan) : scanned
  const seen = plan.index?.multikey ? new Set() : undefined
  for (const document of source) {
    if (documents.length >= wanted) break
    if (plan.index) keysExamined++
    if (seen?.has(document)) continue
    seen?.add(document)
    docsExamined++
    if (!matches || matches(document.content)) documents.push(document)
  }
  return { documents, keysExamined, docsExamined }
}

/**
 * @param {import('./sorted-index.js').SortedIndex} index
 * @param {import('./plan.js').Plan} plan
 * @returns {Generator<StoredDocument, void>}
 */
function * walk (index, { bounds, direction }) {
  const inOrder = direction === 1 ? bounds : [...bounds].reverse()
  for (const bound of inOrder) {
    const [from, to] = index.range(bound)
    if (direction === 1) for (let at = from; at < to; at++) yield index.documents[at]
    else for (let at = to - 1; at >= from; at--) yield index.documents[at]
  }
}
