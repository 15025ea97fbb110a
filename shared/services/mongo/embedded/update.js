import { ObjectId } from 'bson'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from './failure.js'
import { compare } from './order.js'
import { isObject } from './path.js'
import { inMongoWords, mingo } from './query-language.js'
import { checkId, MAX_DOCUMENT_BYTES, withBytesOf } from './stored-document.js'
import { checkTargets } from './update-targets.js'

/** @typedef {import('./stored-document.js').StoredDocument} StoredDocument */
/** @typedef {Record<string, any> | Record<string, any>[]} Modification operators, a whole document, or a pipeline */

/**
 * @typedef {object} Change
 * @property {Record<string, any>} content
 * @property {Uint8Array} bytes
 */

/**
 * @param {any} modification
 * @param {boolean} multi
 * @throws {Failure} FailedToParse or TypeMismatch
 */
export function checkModification (modification, multi) {
  if (Array.isArray(modification)) return
  if (!isObject(modification)) throw new Failure(9, 'Update argument must be either an object or an array')
  const replacement = isReplacement(modification)
  if (replacement && multi) throw new Failure(9, 'multi update is not supported for replacement-style update')
  for (const [name, operand] of Object.entries(modification)) {
    if (replacement && name.startsWith('$')) {
      throw new Failure(52, `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of ` +
        "an update's replacement document. Consider using an aggregation pipeline with $replaceWith.")
    }
    if (!replacement && name.startsWith('$') && !isObject(operand)) {
      throw new Failure(9, `Modifiers operate on fields but we found type ${typeof operand} instead. ` +
        `For example: {$mod: {<field>: ...}} not {${name}: ${JSON.stringify(operand)}}`)
    }
  }
}

/** @param {Modification} modification */
function isReplacement (modification) {
  return !Array.isArray(modification) && !Object.keys(modification)[0]?.startsWith('$')
}

/**
 * @param {StoredDocument} document
 * @param {Modification} modification
 * @param {{ filter: Record<string, any>, arrayFilters?: Record<string, any>[] }} query
 * @returns {Change | undefined} nothing when the document stays what it is
 * @throws {Failure}
 */
export function changed (document, modification, { filter, arrayFilters }) {
  const before = document.content
  const after = isReplacement(modification)
    ? { _id: before._id, ...modification }
    : applied(document.copy(), withoutSetOnInsert(modification), filter, arrayFilters)
  if (compare(after._id, before._id) !== 0) {
    throw new Failure(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
  }
  const { _id, ...rest } = after
  const content = { _id: before._id, ...rest }
  if (isDeepStrictEqual(Object.entries(content), Object.entries(before))) return
  return encoded(content, document.bytes, before)
}

/**
 * @param {Modification} modification
 * @param {{ filter: Record<string, any>, arrayFilters?: Record<string, any>[] }} query
 * @returns {Change} the document that an upsert inserts
 * @throws {Failure}
 */
export function upserted (modification, { filter, arrayFilters }) {
  const base = equalities(filter)
  let after
  if (isReplacement(modification)) after = { ...('_id' in base && { _id: base._id }), ...modification }
  else if (Array.isArray(modification)) after = applied(base, modification, {}, arrayFilters)
  else {
    const { $setOnInsert = {}, ...operators } = modification
    after = applied(base, { ...operators, $set: { ...operators.$set, ...$setOnInsert } }, {}, arrayFilters)
  }
  const { _id = new ObjectId(), ...rest } = after
  checkId(_id)
  return encoded({ _id, ...rest })
}

/** @param {Modification} modification */
function withoutSetOnInsert (modification) {
  if (Array.isArray(modification)) return modification
  const { $setOnInsert, ...operators } = modification
  return operators
}

/**
 * @param {Record<string, any>} content is changed
 * @param {Modification} modification
 * @param {Record<string, any>} filter
 * @param {Record<string, any>[]} [arrayFilters]
 * @returns {Record<string, any>}
 */
function applied (content, modification, filter, arrayFilters = []) {
  if (Array.isArray(modification)) {
    const documents = [content]
    inMongoWords(() => mingo().updateOne(documents, {}, /** @type {any} */ (modification)))
    return documents[0]
  }
  const { $set = {}, ...others } = modification
  const { _id, ...set } = $set
  if (_id !== undefined) {
    // mingo refuses every $set of _id; MongoDB only one that changes it
    if ('_id' in content && compare(_id, content._id) !== 0) {
      throw new Failure(66, "Performing an update on the path '_id' would modify the immutable field '_id'")
    }
    content._id = _id
  }
  const operators = /** @type {any} */ ({ ...others, ...(Object.keys(set).length > 0 && { $set: set }) })
  checkTargets(content, operators)
  if (Object.keys(operators).length > 0) {
    inMongoWords(() => mingo().update(content, operators, arrayFilters, filter, { cloneMode: 'deep' }))
  }
  return content
}

/**
 * @param {Record<string, any>} filter
 * @returns {Record<string, any>} the fields that an upsert takes from its filter
 */
function equalities (filter) {
  /** @type {Record<string, any>} */
  const base = {}
  for (const part of [filter, ...(filter.$and ?? [])]) {
    for (const [path, condition] of Object.entries(part)) {
      const operators = isObject(condition) && Object.keys(condition)[0]?.startsWith('$')
      if (path.startsWith('$') || condition instanceof RegExp || (operators && !('$eq' in condition))) continue
      const names = path.split('.')
      if (names.includes('__proto__')) throw new Failure(2, `the embedded server stores no field of that name: ${path}`)
      const last = /** @type {string} */ (names.pop())
      const parent = names.reduce((/** @type {any} */ at, name) => (at[name] ??= {}), base)
      parent[last] = operators ? condition.$eq : condition
    }
  }
  return base
}

/**
 * @param {Record<string, any>} content
 * @param {Uint8Array} [raw]
 * @param {Record<string, any>} [before]
 * @returns {Change}
 */
function encoded (content, raw, before) {
  const bytes = withBytesOf(content, raw, before, isDeepStrictEqual)
  if (bytes.length <= MAX_DOCUMENT_BYTES) return { content, bytes }
  throw new Failure(10334, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`)
}
