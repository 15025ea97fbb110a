import { Failure } from './failure.js'
import { compare, rankOf } from './order.js'
import { isObject } from './path.js'

/** @typedef {import('./collection.js').Collection} Collection */
/** @typedef {import('./sorted-index.js').SortedIndex} SortedIndex */
/** @typedef {import('./sorted-index.js').Bounds} Bounds */

/**
 * How documents are found: through an index, or without one through all of them.
 *
 * @typedef {object} Plan
 * @property {SortedIndex} [index]
 * @property {Bounds[]} bounds in ascending order and apart from each other
 * @property {boolean} exact every document within the bounds matches the filter
 * @property {boolean} ordered they come in the order asked for
 * @property {1 | -1} direction
 */

/** @type {Plan} */
const COLLECTION_SCAN = { bounds: [], exact: false, ordered: false, direction: 1 }

/**
 * Chooses the index with the narrowest condition in the filter, else one that spares sorting.
 *
 * @param {Collection} collection
 * @param {Record<string, any>} filter
 * @param {Record<string, any>} [sort]
 * @param {string | Record<string, any>} [hint] name or pattern of the index to use
 * @returns {Plan}
 * @throws {Failure} BadValue when the hint names no index
 */
export function planFor (collection, filter, sort = {}, hint) {
  const natural = sort.$natural ?? (isObject(hint) ? /** @type {any} */ (hint).$natural : undefined)
  if (natural) return { ...COLLECTION_SCAN, ordered: Boolean(sort.$natural), direction: natural === -1 ? -1 : 1 }
  const conditions = conditionsOf(filter)
  const fields = Object.keys(filter)
  const only = fields.length === 1 && !fields[0].startsWith('$')
  const [sortField, ...more] = Object.keys(sort)
  /** @type {{ plan: Plan, cost: number } | undefined} */
  let best
  for (const index of candidates(collection, hint)) {
    const found = narrowest(conditions.get(index.field) ?? [], index)
    // an array is sorted by its extreme element, which may lie outside the bounds
    const sorts = sortField === index.field && more.length === 0 && !index.sparse && !(index.multikey && found)
    if (!found && !sorts && !hint) continue
    /** @type {Plan} */
    const plan = {
      index,
      bounds: found?.bounds ?? [{}],
      exact: Boolean(found?.exact && only),
      ordered: sorts,
      direction: sorts ? sort[sortField] : 1,
    }
    const cost = (found?.cost ?? 4) - (sorts ? 0.5 : 0)
    if (!best || cost < best.cost) best = { plan, cost }
  }
  return best?.plan ?? COLLECTION_SCAN
}

/**
 * @param {Collection} collection
 * @param {string | Record<string, any>} [hint]
 * @returns {SortedIndex[]}
 */
function candidates (collection, hint) {
  const indexes = [...collection.indexes.values()]
  if (hint === undefined) return indexes
  const wanted = indexes.filter((index) => typeof hint === 'string'
    ? index.name === hint
    : compare(index.pattern, hint) === 0)
  if (wanted.length > 0) return wanted
  throw new Failure(2, 'error processing query: planner returned error :: caused by :: ' +
    'hint provided does not correspond to an existing index')
}

/**
 * @param {Record<string, any>} filter
 * @returns {Map<string, any[]>} by field, every condition that must hold
 */
function conditionsOf (filter) {
  /** @type {Map<string, any[]>} */
  const conditions = new Map()
  for (const part of [filter, ...(Array.isArray(filter.$and) ? filter.$and : [])]) {
    for (const [field, condition] of Object.entries(part)) {
      if (field.startsWith('$')) continue
      const known = conditions.get(field)
      if (known) known.push(condition)
      else conditions.set(field, [condition])
    }
  }
  return conditions
}

/**
 * @param {any[]} conditions on one field
 * @param {SortedIndex} index over it
 * @returns {{ bounds: Bounds[], exact: boolean, cost: number } | undefined}
 */
function narrowest (conditions, index) {
  // a digit in the path may mean a place in an array or a name; and mingo reads it otherwise than keys are made
  if (/(^|\.)\d+(\.|$)/.test(index.field)) return
  const all = conditions.map((condition) => boundsOf(condition, index.multikey)).filter((found) => found !== undefined)
  return all.sort((a, b) => a.cost - b.cost)[0]
}

/**
 * @param {any} condition
 * @param {boolean} multikey
 * @returns {{ bounds: Bounds[], exact: boolean, cost: number } | undefined}
 */
function boundsOf (condition, multikey) {
  if (isKey(condition)) return { bounds: [pointAt(condition)], exact: true, cost: 1 }
  if (!isObject(condition)) return
  const { $eq, $in, $gt, $gte, $lt, $lte } = condition
  const alone = Object.keys(condition).length === 1
  if (isKey($eq)) return { bounds: [pointAt($eq)], exact: alone, cost: 1 }
  if (Array.isArray($in) && $in.every(isKey)) {
    const values = [...$in].sort(compare)
    const distinct = values.filter((value, i) => i === 0 || compare(value, values[i - 1]) !== 0)
    return { bounds: distinct.map(pointAt), exact: alone, cost: 2 }
  }
  const low = $gte ?? $gt
  const high = $lte ?? $lt
  if (!isKey(low) && !isKey(high)) return
  const bounds = {
    rank: rankOf(isKey(low) ? low : high),
    ...(isKey(low) && { low, lowOpen: $gte === undefined }),
    // of an array one element may be above and another one below, so that only one end may narrow the search
    ...(isKey(high) && !(multikey && isKey(low)) && rankOf(high) === rankOf(isKey(low) ? low : high) &&
      { high, highOpen: $lte === undefined }),
  }
  return { bounds: [bounds], exact: false, cost: 3 }
}

/** @param {any} value */
function pointAt (value) {
  return { rank: rankOf(value), low: value, high: value }
}

/** @param {any} value only of these the index and mingo agree what equals what */
function isKey (value) {
  const type = typeof value
  return type === 'string' || type === 'boolean' || (type === 'number' && !Number.isNaN(value)) ||
    value instanceof Date || value?._bsontype === 'ObjectId'
}
