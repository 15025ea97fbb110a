/** @type {Record<string, number>} */
const RANKS = { MinKey: 0, Long: 2, Double: 2, Int32: 2, Decimal128: 2, Binary: 6, ObjectId: 7, Timestamp: 10, Code: 12, MaxKey: 14 }

/**
 * @param {any} value as bson decodes it
 * @returns {number} the position of its type in MongoDB's order of types; a missing value counts as null
 */
export function getBsonSortRank (value) {
  switch (typeof value) {
    // NaN sorts before all numbers
    case 'number': return value === value ? 2 : 1.5 // eslint-disable-line no-self-compare
    case 'string': return 3
    case 'boolean': return 8
    case 'undefined': return 1
  }
  if (value === null) return 1
  if (value._bsontype) return RANKS[value._bsontype] ?? 4
  if (Array.isArray(value)) return 5
  if (value instanceof Date) return 9
  if (value instanceof RegExp) return 11
  return 4
}

/**
 * Compares two values of any BSON type in MongoDB's sort order.
 *
 * @param {any} a
 * @param {any} b
 * @returns {number} below, at or above zero
 */
export function compareBsonValues (a, b) {
  if (a === b) return 0
  const rank = getBsonSortRank(a)
  const difference = rank - getBsonSortRank(b)
  if (difference !== 0) return difference
  if (rank === 4) return compareLists(Object.entries(a), Object.entries(b), compareFields)
  if (rank === 5) return compareLists(a, b, compareBsonValues)
  const x = toPrimitive(a)
  const y = toPrimitive(b)
  return x < y ? -1 : x > y ? 1 : 0
}

/**
 * @param {any} value neither a document nor an array
 * @returns {any} a primitive that JavaScript orders as MongoDB orders the value
 */
function toPrimitive (value) {
  switch (value?._bsontype) {
    // compares as bigint, because different int64 values above 2^53 would be equal as doubles
    case 'Long':
    case 'Timestamp': return value.toBigInt()
    case 'Decimal128': return Number(value)
    case 'ObjectId': return value.toHexString()
    case 'Binary': return `${String.fromCharCode(value.position, value.sub_type)}${value.toString('hex')}`
    case 'Code': return value.code
  }
  return value instanceof RegExp ? String(value) : value ?? 0
}

/**
 * @template T
 * @param {T[]} a
 * @param {T[]} b
 * @param {(a: T, b: T) => number} compareItems
 */
function compareLists (a, b, compareItems) {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareItems(a[i], b[i])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** @param {[string, any]} a @param {[string, any]} b */
function compareFields ([name, value], [otherName, otherValue]) {
  return getBsonSortRank(value) - getBsonSortRank(otherValue) || compareBsonValues(name, otherName) || compareBsonValues(value, otherValue)
}

/**
 * @param {any[]} values
 * @returns {any[]} in ascending order, each once
 */
export function sortWithoutDuplicates (values) {
  const sorted = [...values].sort(compareBsonValues)
  return sorted.filter((value, i) => i === 0 || compareBsonValues(value, sorted[i - 1]) !== 0)
}
