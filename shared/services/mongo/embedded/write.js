import { isDeepStrictEqual } from 'node:util'
import { deserialize } from 'bson'
import mingo from 'mingo'
import { encodeDocument } from './collection.js'
import { CommandError, describeError } from './command-error.js'
import { findDocuments, orderFields } from './find.js'

/**
 * @import { Content, StoredDocument } from './collection.js'
 * @import { Context } from './commands.js'
 */

/** @typedef {Content | Content[]} Modification operators, a replacement, or a pipeline */
/** @typedef {{ filter: Content, arrayFilters?: Content[] }} Scope */

const TYPE_MISMATCH = 14
const IMMUTABLE_FIELD = 66

/**
 * Runs each statement of a write command, such as one document of an insert. An ordered command stops at the first error.
 *
 * @param {Context} context
 * @param {any[]} statements
 * @param {(statement: any, reply: Content, index: number) => void} write adds to the reply
 * @returns {Content}
 */
function runStatements ({ command: { ordered = true } }, statements, write) {
  /** @type {Content} */
  const reply = { n: 0, nModified: 0 }
  for (const [index, statement] of statements.entries()) {
    try {
      write(statement, reply, index)
    } catch (error) {
      reply.writeErrors = [...reply.writeErrors ?? [], { index, ...describeError(error) }]
      if (ordered) break
    }
  }
  return reply
}

/** @param {Context} context */
export function insertDocuments (context) {
  const collection = context.ensureCollection()
  return runStatements(context, context.command.documents, (document, reply) => {
    collection.insert(encodeDocument(document))
    reply.n++
  })
}

/** @param {Context} context */
export function updateDocuments (context) {
  const collection = context.ensureCollection()
  return runStatements(context, context.command.updates, ({ u: modification, ...statement }, reply, index) => {
    const scope = { filter: statement.q, arrayFilters: statement.arrayFilters }
    const { documents } = findDocuments(collection, { ...statement, ...scope, limit: statement.multi ? 0 : 1 })
    for (const document of documents) {
      const changed = applyUpdate(document, modification, scope)
      if (changed) collection.replace(document, changed)
      reply.n++
      reply.nModified += Number(Boolean(changed))
    }
    if (documents.length > 0 || !statement.upsert) return
    const document = makeUpsertDocument(modification, scope)
    collection.insert(document)
    reply.n++
    reply.upserted = [...reply.upserted ?? [], { index, _id: document.content._id }]
  })
}

/** @param {Context} context */
export function deleteDocuments (context) {
  const collection = context.ensureCollection()
  return runStatements(context, context.command.deletes, ({ q: filter, limit, hint }, reply) => {
    for (const document of findDocuments(collection, { filter, hint, limit }).documents) {
      collection.remove(document)
      reply.n++
    }
  })
}

/** @param {unknown} value @returns {boolean} true for a document whose fields are operators */
function hasOperators (value) {
  return Boolean(Object.keys(value ?? {})[0]?.startsWith('$'))
}

/**
 * @param {StoredDocument} document
 * @param {Modification} modification
 * @param {Scope} scope
 * @returns {StoredDocument | undefined} undefined: nothing changes
 */
function applyUpdate ({ bytes, content: before }, modification, scope) {
  const after = modifyContent(deserialize(bytes), modification, scope)
  if (!isDeepStrictEqual(after._id, before._id)) throw new CommandError(IMMUTABLE_FIELD, 'an update cannot change _id')
  return isDeepStrictEqual(Object.entries(after), Object.entries(before)) ? undefined : encodeDocument(after)
}

/**
 * @param {Modification} modification
 * @param {Scope} scope
 * @returns {StoredDocument} the document that an upsert inserts
 */
function makeUpsertDocument (modification, { filter, arrayFilters }) {
  const values = Object.entries(filter).map(([path, condition]) => [path, condition?.$eq ?? condition])
  const equalities = values.filter(([path, value]) => !path.startsWith('$') && !hasOperators(value) && !(value instanceof RegExp))
  const base = modifyContent({}, { $set: Object.fromEntries(equalities) }, { filter })
  const { $setOnInsert, ...operators } = /** @type {Content} */ (modification)
  const all = $setOnInsert ? { ...operators, $set: { ...operators.$set, ...$setOnInsert } } : modification
  return encodeDocument(modifyContent(base, all, { filter: {}, arrayFilters }))
}

/**
 * @param {Content} content is changed
 * @param {Modification} modification operators, a replacement, or a pipeline
 * @param {Scope} scope
 * @returns {Content} with new fields in the order of their names, as in MongoDB
 */
function modifyContent (content, modification, { filter, arrayFilters }) {
  const names = Object.keys(content)
  /** @type {Modification} */
  let applied = modification
  if (!Array.isArray(modification)) {
    if (!hasOperators(modification)) return { _id: content._id, ...modification }
    const { $setOnInsert, $set: { _id = content._id, ...set } = /** @type {Content} */ ({}), ...others } = modification
    // sets _id here, because mingo refuses to set it
    content._id = _id
    applied = { ...others, ...(Object.keys(set).length > 0 && { $set: set }) }
    refuseWrongTargets(content, applied)
  }
  const documents = [content]
  // passes the filter to mingo only if a positional `$` needs it, because mingo would check once more that the document matches
  mingo.updateOne(documents, JSON.stringify(applied).includes('.$') ? filter : {},
    /** @type {Parameters<typeof mingo.updateOne>[2]} */ (applied), { arrayFilters, cloneMode: 'deep' })
  return orderFields(documents[0], [...names, ...Object.keys(documents[0]).sort()])
}

/** Types of the values that update operators can change. @type {Record<string, 'number' | 'array' | 'any'>} */
const TARGETS = {
  $set: 'any', $inc: 'number', $mul: 'number', $push: 'array', $addToSet: 'array', $pull: 'array', $pullAll: 'array', $pop: 'array',
}

/**
 * Throws if a field has the wrong type for an update operator, because mingo would skip the field without an error.
 *
 * @param {Content} content
 * @param {Content} operators
 */
function refuseWrongTargets (content, operators) {
  for (const [operator, operands] of Object.entries(operators)) {
    for (const path of Object.keys(operands).filter((path) => TARGETS[operator] && !path.includes('$'))) {
      const names = path.split('.')
      /** @type {Content} */
      let value = content
      while (names.length > 0 && Object(value) === value) value = value[/** @type {string} */ (names.shift())]
      const type = Array.isArray(value) ? 'array' : typeof value
      if (value === undefined || type === TARGETS[operator] || (TARGETS[operator] === 'any' && names.length === 0)) continue
      throw new CommandError(TYPE_MISMATCH, `${operator} cannot change the value ${JSON.stringify(value)} at ${path}`)
    }
  }
}
