import { checkArguments, collectionName } from '../arguments.js'
import { asFailure, Failure } from '../failure.js'
import { isObject } from '../path.js'
import { projector } from '../projection.js'
import { prepareQueries } from '../query-language.js'
import { retrieve } from '../retrieval.js'
import { StoredDocument } from '../stored-document.js'
import { changed, checkModification, upserted } from '../update.js'

/** @typedef {import('./index.js').Context} Context */
/** @typedef {import('../collection.js').Collection} Collection */

const MAX_BATCH = 100_000

/**
 * @param {any[]} batch
 * @param {boolean} ordered stops at the first that fails
 * @param {(item: any, index: number) => void} write
 * @returns {Record<string, any>[]} writeErrors
 */
function writeEach (batch, ordered, write) {
  if (batch.length === 0 || batch.length > MAX_BATCH) {
    throw new Failure(16, `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${batch.length} operations.`)
  }
  /** @type {Record<string, any>[]} */
  const writeErrors = []
  for (const [index, item] of batch.entries()) {
    try {
      write(item, index)
    } catch (error) {
      writeErrors.push(asFailure(error).toWriteError(index))
      if (ordered) break
    }
  }
  return writeErrors
}

/** @param {Context} context */
export function insert ({ command, database, store }) {
  const name = collectionName(command, 'insert')
  checkArguments(command, 'insert', { insert: 'any', documents: 'array', ordered: 'bool' }, ['documents'])
  const { documents, ordered = true } = command
  if (documents.some((/** @type {any} */ document) => !(document instanceof Uint8Array))) {
    throw new Failure(14, "BSON field 'insert.documents' must be an array of objects")
  }
  const collection = store.ensure(database, name)
  let n = 0
  const writeErrors = writeEach(documents, ordered, (bytes) => {
    collection.insert(bytes)
    n++
  })
  prepareQueries()
  return { n, ...(writeErrors.length > 0 && { writeErrors }) }
}

/** @type {Record<string, import('../arguments.js').Kind>} */
const UPDATE_STATEMENT = {
  q: 'object', u: 'any', c: 'object', multi: 'bool', upsert: 'bool', arrayFilters: 'array', hint: 'any', sort: 'object',
}

/** @param {Context} context */
export function update ({ command, database, store }) {
  const name = collectionName(command, 'update')
  checkArguments(command, 'update', { update: 'any', updates: 'array', ordered: 'bool' }, ['updates'])
  let n = 0
  let nModified = 0
  /** @type {{ index: number, _id: any }[]} */
  const upsertedIds = []
  const writeErrors = writeEach(command.updates, command.ordered ?? true, (statement, index) => {
    checkArguments(statement, 'update.updates', UPDATE_STATEMENT, ['q', 'u'])
    const { q: filter, u: modification, multi = false, arrayFilters, hint, sort } = statement
    checkModification(modification, Boolean(multi))
    const { documents } = retrieve(store.find(database, name), { filter, hint, sort, limit: multi ? 0 : 1 })
    for (const document of documents) {
      const change = changed(document, modification, { filter, arrayFilters })
      if (change) store.ensure(database, name).replace(document, change.bytes, change.content)
      n++
      if (change) nModified++
    }
    if (documents.length > 0 || !statement.upsert) return
    const { bytes, content } = upserted(modification, { filter, arrayFilters })
    store.ensure(database, name).insert(bytes)
    upsertedIds.push({ index, _id: content._id })
    n++
  })
  return {
    n,
    nModified,
    ...(upsertedIds.length > 0 && { upserted: upsertedIds }),
    ...(writeErrors.length > 0 && { writeErrors }),
  }
}

/** @param {Context} context */
export function remove ({ command, database, store }) {
  const name = collectionName(command, 'delete')
  checkArguments(command, 'delete', { delete: 'any', deletes: 'array', ordered: 'bool' }, ['deletes'])
  let n = 0
  const writeErrors = writeEach(command.deletes, command.ordered ?? true, (statement) => {
    checkArguments(statement, 'delete.deletes', { q: 'object', limit: 'number', hint: 'any' }, ['q', 'limit'])
    const { q: filter, limit, hint } = statement
    if (limit !== 0 && limit !== 1) {
      throw new Failure(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`)
    }
    const collection = store.find(database, name)
    for (const document of retrieve(collection, { filter, hint, limit }).documents) {
      collection?.remove(document)
      n++
    }
  })
  return { n, ...(writeErrors.length > 0 && { writeErrors }) }
}

/** @type {Record<string, import('../arguments.js').Kind>} */
const FIND_AND_MODIFY = {
  findAndModify: 'any',
  findandmodify: 'any',
  query: 'object',
  sort: 'object',
  remove: 'bool',
  update: 'any',
  new: 'bool',
  fields: 'object',
  upsert: 'bool',
  arrayFilters: 'array',
  hint: 'any',
}

/** @param {Context} context */
export function findAndModify ({ name: commandName, command, database, store }) {
  const name = collectionName(command, commandName)
  checkArguments(command, 'findAndModify', FIND_AND_MODIFY)
  const { query: filter = {}, sort, remove, update: modification, fields = {}, upsert, arrayFilters, hint } = command
  if (remove && modification) throw new Failure(9, 'Cannot specify both an update and remove=true')
  if (!remove && !modification) throw new Failure(9, 'Either an update or remove=true must be specified')
  if (remove && upsert) throw new Failure(9, 'Cannot specify both upsert=true and remove=true ')
  if (remove && command.new) {
    throw new Failure(9, 'Cannot specify both new=true and remove=true; \'remove\' always returns the deleted document')
  }
  if (!remove) checkModification(modification, false)
  const project = projector(isObject(fields) ? fields : {}, filter) ?? (({ bytes }) => bytes)
  const [document] = retrieve(store.find(database, name), { filter, sort, hint, limit: 1 }).documents
  if (remove) {
    if (document) store.find(database, name)?.remove(document)
    return { lastErrorObject: { n: document ? 1 : 0 }, value: document ? shown(project(document)) : null }
  }
  if (!document && !upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null }
  if (!document) {
    const { bytes, content } = upserted(modification, { filter, arrayFilters })
    const inserted = store.ensure(database, name).insert(bytes)
    return {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: content._id },
      value: command.new ? shown(project(inserted)) : null,
    }
  }
  const before = project(document)
  const change = changed(document, modification, { filter, arrayFilters })
  if (change) store.ensure(database, name).replace(document, change.bytes, change.content)
  return {
    lastErrorObject: { n: 1, updatedExisting: true },
    value: shown(command.new ? project(document) : before),
  }
}

/** @param {Uint8Array} bytes as a field of a reply, which is encoded as a whole */
function shown (bytes) {
  return new StoredDocument(bytes).content
}
