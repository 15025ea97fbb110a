import { CommandError } from './command-error.js'
import { isPlainObject, getBsonTypeName } from './values.js'

/** @param {any} value */
const isNumber = (value) => typeof value === 'number' || value?._bsontype === 'Long' || value?._bsontype === 'Decimal128'
/** @param {any} value */
const isBool = (value) => typeof value === 'boolean' || isNumber(value)
const NUMBERS = "types '[long, int, decimal, double]'"

/**
 * Command fields, grouped by type. Each group has the fields' names, a check of a value, and the type's name in error messages.
 * A field has the same type in all commands.
 * @type {[string[], (value: any) => boolean, string][]}
 */
const TYPES = [
  [['filter', 'query', 'sort', 'projection', 'fields', 'q', 'cursor', 'c', 'let'], isPlainObject, "type 'object'"],
  [['pipeline', 'documents', 'updates', 'deletes', 'indexes', 'arrayFilters', 'cursors'], Array.isArray, "type 'array'"],
  [['$db', 'key'], (value) => typeof value === 'string', "type 'string'"],
  [['skip', 'limit', 'batchSize'], isNumber, NUMBERS],
  [['singleBatch', 'ordered', 'multi', 'upsert', 'remove', 'new'], isBool, "types '[bool, long, int, decimal, double]'"],
]

/** Command fields without a check of their type, because any type is allowed, or because the field has no effect on a single server. */
const UNTYPED = ['hint', 'u', 'update', 'index', 'lsid', '$readPreference', '$clusterTime', 'readConcern', 'writeConcern', 'comment',
  'maxTimeMS', 'txnNumber', 'apiVersion', 'apiStrict', 'apiDeprecationErrors', 'allowDiskUse', 'noCursorTimeout', 'allowPartialResults',
  'commitQuorum', 'bypassDocumentValidation']

/** @type {Map<string, { isValid: (value: any) => boolean, expected: string }>} */
const FIELDS = new Map([
  ...UNTYPED.map((name) => /** @type {const} */ ([name, { isValid: () => true, expected: '' }])),
  ...TYPES.flatMap(([names, isValid, expected]) => names.map((name) => /** @type {const} */ ([name, { isValid, expected }]))),
])

/** Command fields that MongoDB supports, but that the embedded server refuses. */
const UNSUPPORTED = new Set(['collation', 'capped', 'timeseries', 'viewOn', 'validator', 'clusteredIndex', 'expireAfterSeconds', 'tailable',
  'returnKey', 'showRecordId', 'min', 'max', 'awaitData', 'changeStreamPreAndPostImages'])

/**
 * Checks the fields of a command, or of one statement in an update or delete command. Removes null fields: null counts as missing.
 *
 * @param {Record<string, any>} given
 * @param {string} path for messages
 * @param {string[]} [required]
 * @throws {CommandError} TypeMismatch, CommandNotSupported, IDLUnknownField or IDLFailedToParse
 */
export function checkCommandFields (given, path, required = []) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete given[name]
    else if (UNSUPPORTED.has(name) && value && value.locale !== 'simple') {
      throw new CommandError(115, `'${path}.${name}' is not supported by the embedded server`)
    } else if (name !== path) checkField(path, name, value)
  }
  const missing = required.find((name) => given[name] === undefined)
  if (missing) throw new CommandError(40414, `BSON field '${path}.${missing}' is missing but a required field`)
}

/**
 * @param {string} path
 * @param {string} name
 * @param {any} value
 */
function checkField (path, name, value) {
  const field = FIELDS.get(name)
  if (name === 'startTransaction' || name === 'autocommit') {
    throw new CommandError(20, 'Transaction numbers are only allowed on a replica set member or mongos')
  }
  if (!field) throw new CommandError(40415, `BSON field '${path}.${name}' is an unknown field.`)
  if (!field.isValid(value)) {
    throw new CommandError(14, `BSON field '${path}.${name}' is the wrong type '${getBsonTypeName(value)}', expected ${field.expected}`)
  }
  if (field.expected === NUMBERS && value < 0) {
    throw new CommandError(51024, `BSON field '${name}' value must be >= 0, actual value '${value}'`)
  }
}
