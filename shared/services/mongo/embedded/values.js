/**
 * Reads all values at a dotted path such as `a.b`, for an index or a sort. If a value is an array, reads its elements instead.
 *
 * @param {Record<string, any>} document
 * @param {string} path
 * @returns {any[]} `undefined` for a missing field and for an empty array
 */
export function readValuesAtPath (document, path) {
  if (!path.includes('.')) {
    const value = document[path]
    if (!Array.isArray(value)) return [value]
    return value.length > 0 ? value : [undefined]
  }
  /** @type {any[]} */
  const values = []
  collectValues(document, path.split('.'), 0, values)
  return values.length > 0 ? values : [undefined]
}

/**
 * @param {any} value
 * @param {string[]} names
 * @param {number} depth
 * @param {any[]} values
 */
function collectValues (value, names, depth, values) {
  if (depth === names.length) {
    if (!Array.isArray(value)) values.push(value)
    else if (value.length === 0) values.push(undefined)
    else for (const element of value) values.push(element)
  } else if (Array.isArray(value)) {
    const name = names[depth]
    const positional = /^\d+$/.test(name)
    if (positional) collectValues(value[Number(name)], names, depth + 1, values)
    for (const element of value) {
      if (isPlainObject(element) && (!positional || Object.hasOwn(element, name))) collectValues(element, names, depth, values)
    }
  } else {
    collectValues(isPlainObject(value) ? value[names[depth]] : undefined, names, depth + 1, values)
  }
}

/**
 * @param {any} value
 * @returns {boolean} true for a plain document
 */
export function isPlainObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !value._bsontype &&
    !(value instanceof Date) && !(value instanceof RegExp)
}

/** @type {Record<string, string>} */
const BSON_TYPE_NAMES = { ObjectId: 'objectId', Binary: 'binData', Long: 'long', Decimal128: 'decimal', Timestamp: 'timestamp' }

/**
 * @param {any} value as bson decodes it
 * @returns {string} the name of its type in MongoDB's messages
 */
export function getBsonTypeName (value) {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  return BSON_TYPE_NAMES[value?._bsontype] ?? (value ? 'object' : 'null')
}

/**
 * @param {any} value
 * @returns {string} as MongoDB prints it in messages
 */
export function formatBsonValue (value) {
  if (value?._bsontype === 'ObjectId') return `ObjectId('${value.toHexString()}')`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  return JSON.stringify(value ?? null)
}
