import { ObjectId } from 'bson'
import mingo from 'mingo'
import { isDeepStrictEqual } from 'node:util'
import { CommandError } from './command-error.js'
import { translateMingoErrors } from './mingo.js'
import { compareBsonValues } from './order.js'
import { encodeDocument } from './stored-document.js'
import { formatBsonValue, isPlainObject, getBsonTypeName } from './values.js'

/** @import { StoredDocument } from './stored-document.js' */
/** @typedef {Record<string, any>} Content */
/** @typedef {Content | Content[]} Modification operators, a replacement, or a pipeline */
/** @typedef {{ filter?: Content, arrayFilters?: Content[] }} Scope */

/** @param {Modification} modification */
function isReplacement (modification) {
  return !Array.isArray(modification) && !Object.keys(modification)[0]?.startsWith('$')
}

/**
 * @param {StoredDocument} document
 * @param {Modification} modification
 * @param {Scope} scope
 * @returns {StoredDocument | undefined} undefined: nothing changes
 * @throws {CommandError}
 */
export function applyUpdate (document, modification, scope) {
  const before = document.content
  const after = isReplacement(modification)
    ? { _id: before._id, ...modification }
    : applyModification(document.copyContent(), modification, scope)
  if (compareBsonValues(after._id, before._id) !== 0) {
    throw new CommandError(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
  return isDeepStrictEqual(Object.entries(after), Object.entries(before)) ? undefined : encodeDocument(after)
}

/**
 * @param {Modification} modification
 * @param {Scope} scope
 * @returns {StoredDocument} the document that an upsert inserts
 * @throws {CommandError}
 */
export function makeUpsertDocument (modification, { filter = {}, arrayFilters }) {
  const base = applyModification({}, { $set: readEqualities(filter) }, {})
  if (isReplacement(modification)) return encodeDocument({ _id: base._id ?? new ObjectId(), ...modification })
  const { $setOnInsert, ...operators } = /** @type {Content} */ (modification)
  const all = Array.isArray(modification) ? modification : { ...operators, $set: { ...operators.$set, ...$setOnInsert } }
  return encodeDocument({ _id: new ObjectId(), ...applyModification(base, all, { arrayFilters }) })
}

/**
 * @param {Content} content is changed
 * @param {Modification} modification operators or a pipeline
 * @param {Scope} scope
 * @returns {Content}
 */
function applyModification (content, modification, { filter = {}, arrayFilters }) {
  const documents = [content]
  // passes the filter to mingo only if a positional `$` needs it, because mingo would check once more that the document matches
  const condition = JSON.stringify(modification).includes('.$') ? filter : {}
  const applied = Array.isArray(modification) ? modification : takeOperators(content, modification)
  if (Object.keys(applied).length === 0) return content
  translateMingoErrors(() => mingo.updateOne(documents, condition, /** @type {any} */ (applied), { arrayFilters, cloneMode: 'deep' }))
  return documents[0]
}

/**
 * @param {Content} content gets the _id that the operators set, because mingo refuses to set one
 * @param {Content} modification
 * @returns {Content} the operators for mingo
 */
function takeOperators (content, { $setOnInsert, ...operators }) {
  for (const [name, fields] of Object.entries(operators)) {
    if (!isPlainObject(fields)) {
      throw new CommandError(9, `Modifiers operate on fields but we found type ${getBsonTypeName(fields)} instead. ` +
        `For example: {$mod: {<field>: ...}} not {${name}: ${formatBsonValue(fields)}}`)
    }
    for (const path of Object.keys(fields)) checkTarget(content, name, path)
  }
  const { _id = content._id, ...set } = operators.$set ?? {}
  if (_id !== undefined) content._id = _id
  const { $set, ...others } = operators
  return Object.keys(set).length > 0 ? { ...others, $set: set } : others
}

/** @type {Record<string, 'number' | 'array' | 'any'>} */
const TARGETS = {
  $inc: 'number', $mul: 'number', $push: 'array', $addToSet: 'array', $pull: 'array', $pullAll: 'array', $pop: 'array', $set: 'any',
}

/**
 * Throws if a field has the wrong type for an update operator, because mingo would skip the field without an error.
 *
 * @param {Content} content
 * @param {string} operator
 * @param {string} path
 * @throws {CommandError} TypeMismatch, BadValue or PathNotViable
 */
function checkTarget (content, operator, path) {
  const expected = TARGETS[operator]
  if (!expected || path.includes('$')) return
  const names = path.split('.')
  /** @type {any} */
  let value = content
  for (const [depth, name] of names.entries()) {
    if (value === undefined) return
    if (typeof value !== 'object' || value === null) {
      throw new CommandError(28, `Cannot create field '${name}' in element {${names[depth - 1]}: ${formatBsonValue(value)}}`)
    }
    value = value[name]
  }
  if (value === undefined) return
  if (expected === 'number' && typeof value !== 'number') {
    throw new CommandError(14, `Cannot apply ${operator} to a value of non-numeric type. ` +
      `{_id: ${formatBsonValue(content._id)}} has the field '${names.at(-1)}' of non-numeric type ${getBsonTypeName(value)}`)
  }
  if (expected === 'array' && !Array.isArray(value)) {
    throw new CommandError(2, `The field '${path}' must be an array but is of type ${getBsonTypeName(value)} ` +
      `in document {_id: ${formatBsonValue(content._id)}}`)
  }
}

/**
 * @param {Content} filter
 * @returns {Content} by path the values that an upsert takes from its filter
 */
function readEqualities (filter) {
  /** @type {Content} */
  const values = {}
  for (const part of [filter, ...(filter.$and ?? [])]) {
    for (const [path, condition] of Object.entries(part)) {
      const hasOperators = isPlainObject(condition) && Object.keys(condition)[0]?.startsWith('$')
      if (path.startsWith('$') || condition instanceof RegExp || (hasOperators && !('$eq' in condition))) continue
      values[path] = hasOperators ? condition.$eq : condition
    }
  }
  return values
}
