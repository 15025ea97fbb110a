import { CommandError } from './command-error.js'
import { compareBsonValues, getBsonSortRank, sortWithoutDuplicates } from './order.js'
import { isPlainObject } from './values.js'

/** @import { StoredCollection } from './collection.js' */
/** @import { Bounds, SortedIndex } from './sorted-index.js' */

/**
 * A plan to find a query's documents: through an index, or by a scan of the collection.
 *
 * @typedef {object} Plan
 * @property {SortedIndex} [index]
 * @property {Bounds[]} bounds ascending and disjoint
 * @property {boolean} exact every document within the bounds matches the filter
 * @property {boolean} ordered the documents arrive in the requested order
 * @property {1 | -1} direction
 */

/** @typedef {{ bounds: Bounds[], exact: boolean, cost: number }} Narrowing */

/** @type {Plan} */
const COLLECTION_SCAN = { bounds: [], exact: false, ordered: false, direction: 1 }

/**
 * Chooses the index whose field has the narrowest condition in the filter, or else an index that makes sorting unnecessary.
 *
 * @param {StoredCollection} collection
 * @param {Record<string, any>} filter
 * @param {Record<string, any>} [sort]
 * @param {string | Record<string, any>} [hint] name or pattern of an index
 * @returns {Plan}
 * @throws {CommandError} BadValue when no index fits the hint
 */
export function chooseQueryPlan (collection, filter, sort = {}, hint) {
  const natural = sort.$natural ?? (isPlainObject(hint) ? /** @type {any} */ (hint).$natural : undefined)
  if (natural) return { ...COLLECTION_SCAN, ordered: Boolean(sort.$natural), direction: natural === -1 ? -1 : 1 }
  const conditions = groupConditions(filter)
  const fields = Object.keys(filter)
  const hasOneField = fields.length === 1 && !fields[0].startsWith('$')
  const [sortField, ...moreSortFields] = Object.keys(sort)
  /** @type {{ plan: Plan, cost: number } | undefined} */
  let best
  for (const index of findCandidates(collection, hint)) {
    const narrowing = narrow(conditions.get(index.field) ?? [], index)
    // an index of a field with arrays gives no sort order within a range, because MongoDB may sort by an element outside the range
    const ordered = sortField === index.field && moreSortFields.length === 0 && !(index.multikey && narrowing)
    if (!narrowing && !ordered && !hint) continue
    const cost = (narrowing?.cost ?? 4) - (ordered ? 0.5 : 0)
    if (best && best.cost <= cost) continue
    const { bounds = [{}], exact = false } = narrowing ?? {}
    best = { plan: { index, bounds, exact: exact && hasOneField, ordered, direction: ordered ? sort[sortField] : 1 }, cost }
  }
  return best?.plan ?? COLLECTION_SCAN
}

/**
 * @param {StoredCollection} collection
 * @param {string | Record<string, any>} [hint]
 * @returns {SortedIndex[]}
 */
function findCandidates (collection, hint) {
  const indexes = [...collection.indexes.values()]
  if (hint === undefined) return indexes
  const fitting = indexes.filter(({ name, pattern }) => name === hint || compareBsonValues(pattern, hint) === 0)
  if (fitting.length > 0) return fitting
  throw new CommandError(2, 'error processing query: planner returned error :: caused by :: ' +
    'hint provided does not correspond to an existing index')
}

/**
 * @param {Record<string, any>} filter
 * @returns {Map<string, any[]>} for each field the conditions that must all hold
 */
function groupConditions (filter) {
  /** @type {Map<string, any[]>} */
  const conditions = new Map()
  for (const part of [filter, ...(Array.isArray(filter.$and) ? filter.$and : [])]) {
    for (const [field, condition] of Object.entries(part)) conditions.set(field, [...conditions.get(field) ?? [], condition])
  }
  return conditions
}

/**
 * @param {any[]} conditions on the field of the index
 * @param {SortedIndex} index
 * @returns {Narrowing | undefined} the cheapest
 */
function narrow (conditions, index) {
  // uses no index for a path such as `a.0`: mingo and the index disagree whether 0 is a position in an array or a field's name
  if (/(^|\.)\d+(\.|$)/.test(index.field)) return
  return conditions.flatMap((condition) => findBounds(condition, index.multikey) ?? []).sort((a, b) => a.cost - b.cost)[0]
}

/**
 * @param {any} condition
 * @param {boolean} multikey
 * @returns {Narrowing | undefined}
 */
function findBounds (condition, multikey) {
  if (isKey(condition)) return { bounds: [makePoint(condition)], exact: true, cost: 1 }
  if (!isPlainObject(condition)) return
  const { $eq, $in, $gt, $gte, $lt, $lte } = condition
  const exact = Object.keys(condition).length === 1
  if (isKey($eq)) return { bounds: [makePoint($eq)], exact, cost: 1 }
  if (Array.isArray($in) && $in.every(isKey)) return { bounds: sortWithoutDuplicates($in).map(makePoint), exact, cost: 2 }
  const low = $gte ?? $gt
  const high = $lte ?? $lt
  if (!isKey(low) && !isKey(high)) return
  const rank = getBsonSortRank(isKey(low) ? low : high)
  // ignores `high` if the field has arrays and there is also a `low`: one element may be above `low`, and another below `high`
  const hasHigh = isKey(high) && getBsonSortRank(high) === rank && !(multikey && isKey(low))
  const bounds = {
    rank,
    ...(isKey(low) && { low, lowOpen: $gte === undefined }),
    ...(hasHigh && { high, highOpen: $lte === undefined }),
  }
  return { bounds: [bounds], exact: false, cost: 3 }
}

/** @param {any} value */
function makePoint (value) {
  return { rank: getBsonSortRank(value), low: value, high: value }
}

/**
 * @param {any} value
 * @returns {boolean} true for the types whose values are equal to the index if they are equal to mingo
 */
function isKey (value) {
  const type = typeof value
  return type === 'string' || type === 'boolean' || (type === 'number' && !Number.isNaN(value)) ||
    value instanceof Date || value?._bsontype === 'ObjectId'
}
