/** @type {Record<string, number>} */
const RANKS = {
  MinKey: 0,
  Long: 2,
  Double: 2,
  Int32: 2,
  Decimal128: 2,
  BSONSymbol: 3,
  Binary: 6,
  ObjectId: 7,
  Timestamp: 10,
  Code: 12,
  MaxKey: 14,
}

/**
 * @param {any} value as bson decodes it
 * @returns {number} the place of its type in MongoDB's order of types; missing counts as null
 */
export function rankOf (value) {
  switch (typeof value) {
    case 'number':
    case 'bigint': return 2
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
 * MongoDB's comparison order, over all BSON types.
 *
 * @param {any} a
 * @param {any} b
 * @returns {number} below, at or above zero
 */
export function compare (a, b) {
  if (a === b) return 0
  const rank = rankOf(a)
  const difference = rank - rankOf(b)
  if (difference !== 0) return difference
  switch (rank) {
    case 2: return compareNumbers(a, b)
    case 3: return plain(String(a), String(b))
    case 4: return compareObjects(a, b)
    case 5: return compareArrays(a, b)
    case 6: return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value())
    case 7: return Buffer.compare(a.id, b.id)
    case 8: return Number(a) - Number(b)
    case 9: return plain(a.getTime(), b.getTime())
    case 10: return a.compareUnsigned(b)
    case 11: return plain(a.source, b.source) || plain(a.flags, b.flags)
    case 12: return plain(String(a.code), String(b.code))
  }
  return 0
}

/**
 * @param {any} a
 * @param {any} b
 */
function plain (a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * @param {any} a
 * @param {any} b
 */
function compareNumbers (a, b) {
  const x = Number(a)
  const y = Number(b)
  if (x < y) return -1
  if (x > y) return 1
  if (x !== y) return Number(Number.isNaN(y)) - Number(Number.isNaN(x))
  // beyond 2^53 different int64 are the same double
  return a._bsontype === 'Long' || b._bsontype === 'Long' ? plain(integer(a), integer(b)) : 0
}

/** @param {any} value that is no fraction: it equals an int64 */
function integer (value) {
  return value._bsontype === 'Long' ? value.toBigInt() : BigInt(Number(value))
}

/**
 * @param {Record<string, any>} a
 * @param {Record<string, any>} b
 */
function compareObjects (a, b) {
  const names = Object.keys(a)
  const others = Object.keys(b)
  for (let i = 0; i < names.length && i < others.length; i++) {
    const x = a[names[i]]
    const y = b[others[i]]
    const order = rankOf(x) - rankOf(y) || plain(names[i], others[i]) || compare(x, y)
    if (order !== 0) return order
  }
  return names.length - others.length
}

/**
 * @param {any[]} a
 * @param {any[]} b
 */
function compareArrays (a, b) {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compare(a[i], b[i])
    if (order !== 0) return order
  }
  return a.length - b.length
}
