/**
 * @param {any} value
 * @returns {string} as MongoDB prints it in messages
 */
export function shown (value) {
  if (value?._bsontype === 'ObjectId') return `ObjectId('${value.toHexString()}')`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  return typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** @type {Record<string, string>} */
const BSON_NAMES = {
  ObjectId: 'objectId', Binary: 'binData', Long: 'long', Decimal128: 'decimal', Timestamp: 'timestamp',
}

/**
 * @param {any} value as bson decodes it
 * @returns {string} the name of its type in MongoDB's messages
 */
export function typeName (value) {
  switch (typeof value) {
    case 'undefined': return 'missing'
    case 'number': return Number.isInteger(value) ? 'int' : 'double'
    case 'boolean': return 'bool'
    case 'string': return 'string'
  }
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  if (value instanceof RegExp) return 'regex'
  return BSON_NAMES[value._bsontype] ?? 'object'
}
