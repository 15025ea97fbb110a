import { Failure } from './failure.js'
import { isObject } from './path.js'
import { typeName } from './wording.js'

/** @typedef {'object' | 'array' | 'string' | 'number' | 'count' | 'bool' | 'any'} Kind */

/** @type {Record<Kind, [(value: any) => boolean, string]>} */
const KINDS = {
  object: [isObject, "expected type 'object'"],
  array: [Array.isArray, "expected type 'array'"],
  string: [(value) => typeof value === 'string', "expected type 'string'"],
  number: [isNumber, "expected types '[long, int, decimal, double]'"],
  count: [isNumber, "expected types '[long, int, decimal, double]'"],
  bool: [(value) => typeof value === 'boolean' || isNumber(value), "expected types '[bool, long, int, decimal, double]'"],
  any: [() => true, ''],
}

/** What any command may carry. Nothing of it changes what one server alone and without a log does. */
const GENERIC = new Set(['$db', 'lsid', '$readPreference', '$clusterTime', 'readConcern', 'writeConcern', 'comment',
  'maxTimeMS', 'txnNumber', 'autocommit', 'startTransaction', 'apiVersion', 'apiStrict', 'apiDeprecationErrors', '$audit', '$client', '$configServerState',
  'let', 'rawData', 'serialization_context', 'mayBypassWriteBlocking', 'bypassDocumentValidation'])

/** @param {any} value */
function isNumber (value) {
  return typeof value === 'number' || value?._bsontype === 'Long' || value?._bsontype === 'Decimal128'
}

/**
 * Checks the fields of a command, or of a statement in one; null counts as not given.
 *
 * @param {Record<string, any>} given is changed: what is null is taken away
 * @param {string} path of it, for messages
 * @param {Record<string, Kind>} known its fields
 * @param {string[]} [required]
 * @throws {Failure} TypeMismatch, IDLUnknownField or IDLFailedToParse
 */
export function checkArguments (given, path, known, required = []) {
  for (const [name, value] of Object.entries(given)) {
    if (GENERIC.has(name)) continue
    if (name === 'collation') refuseCollation(value)
    else if (!Object.hasOwn(known, name)) throw new Failure(40415, `BSON field '${path}.${name}' is an unknown field.`)
    else if (value === null) delete given[name]
    else checkKind(`${path}.${name}`, known[name], value)
  }
  for (const name of required) {
    if (given[name] === undefined) throw new Failure(40414, `BSON field '${path}.${name}' is missing but a required field`)
  }
  if (given.startTransaction || given.autocommit === false) {
    throw new Failure(20, 'Transaction numbers are only allowed on a replica set member or mongos')
  }
}

/**
 * @param {string} path
 * @param {Kind} kind
 * @param {any} value
 */
function checkKind (path, kind, value) {
  const [valid, expected] = KINDS[kind]
  if (!valid(value)) throw new Failure(14, `BSON field '${path}' is the wrong type '${typeName(value)}', ${expected}`)
  if (kind === 'count' && value < 0) {
    const name = path.split('.').pop()
    throw new Failure(51024, `BSON field '${name}' value must be >= 0, actual value '${value}'`)
  }
}

/** @param {any} collation */
function refuseCollation (collation) {
  if (collation && collation.locale !== 'simple') {
    throw new Failure(115, 'the embedded server compares strings by their code units and has no collations')
  }
}

/**
 * @param {Record<string, any>} command
 * @param {string} name of the field that holds it: the command's own name
 * @returns {string} the name of the collection
 * @throws {Failure} InvalidNamespace
 */
export function collectionName (command, name) {
  const value = command[name]
  if (typeof value !== 'string') throw new Failure(73, `collection name has invalid type ${typeName(value)}`)
  if (value === '') throw new Failure(73, `Invalid namespace specified '${command.$db}.'`)
  return value
}
