import { checkFields } from '../command-fields.js'
import { asCommandError, CommandError } from '../command-error.js'
import { makeProjector } from '../projection.js'
import { retrieve } from '../retrieval.js'
import { decodeDocument, StoredDocument } from '../stored-document.js'
import { makeUpsertDocument, updateDocument } from '../update.js'

/** @import { Context } from './index.js' */

/**
 * Runs the statements of a write command. Ordered statements stop at the first error.
 *
 * @param {Context['command']} command
 * @param {any[]} statements
 * @param {(statement: any, index: number) => void} write
 * @returns {{ writeErrors?: Record<string, any>[] }} a part of the reply
 */
function runStatements ({ ordered = true }, statements, write) {
  /** @type {Record<string, any>[]} */
  const writeErrors = []
  for (const [index, statement] of statements.entries()) {
    try {
      write(statement, index)
    } catch (error) {
      writeErrors.push(asCommandError(error).toWriteError(index))
      if (ordered) break
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {}
}

/** @param {Context} context */
export function insert ({ command, database, collectionName, store }) {
  const collection = store.ensure(database, collectionName)
  let n = 0
  const errors = runStatements(command, command.documents, (bytes) => {
    collection.insert(decodeDocument(bytes))
    n++
  })
  return { n, ...errors }
}

/** @param {Context} context */
export function update ({ command, database, collectionName, store }) {
  let n = 0
  let nModified = 0
  /** @type {{ index: number, _id: any }[]} */
  const upserted = []
  const errors = runStatements(command, command.updates, (statement, index) => {
    checkFields(statement, 'update.updates', ['q', 'u'])
    const { q: filter, u: modification, multi, upsert, arrayFilters, hint, sort } = statement
    const { documents } = retrieve(store.find(database, collectionName), { filter, hint, sort, limit: multi ? 0 : 1 })
    for (const document of documents) {
      const changed = updateDocument(document, modification, { filter, arrayFilters })
      if (changed) store.ensure(database, collectionName).replace(document, changed)
      n++
      if (changed) nModified++
    }
    if (documents.length > 0 || !upsert) return
    const document = makeUpsertDocument(modification, { filter, arrayFilters })
    store.ensure(database, collectionName).insert(document)
    upserted.push({ index, _id: document.content._id })
    n++
  })
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...errors }
}

/** @param {Context} context */
export function remove ({ command, collection }) {
  let n = 0
  const errors = runStatements(command, command.deletes, (statement) => {
    checkFields(statement, 'delete.deletes', ['q', 'limit'])
    const { q: filter, limit, hint } = statement
    for (const document of retrieve(collection, { filter, hint, limit }).documents) {
      collection?.remove(document)
      n++
    }
  })
  return { n, ...errors }
}

/** @param {Context} context */
export function findAndModify ({ command, database, collectionName, store, collection }) {
  const { query: filter = {}, sort, hint, remove: removes, update: modification, new: returnsNew, fields, upsert, arrayFilters } = command
  if (Boolean(removes) === Boolean(modification)) throw new CommandError(9, 'Either an update or remove=true must be specified')
  const project = makeProjector(fields, filter)
  // decoded, because the whole reply is encoded as one document
  const decode = (/** @type {StoredDocument} */ document) => new StoredDocument(project(document)).content
  const [document] = retrieve(collection, { filter, sort, hint, limit: 1 }).documents
  const before = document ? decode(document) : null
  if (document && removes) {
    collection?.remove(document)
    return { lastErrorObject: { n: 1 }, value: before }
  }
  if (document) {
    const changed = updateDocument(document, modification, { filter, arrayFilters })
    if (changed) collection?.replace(document, changed)
    return { lastErrorObject: { n: 1, updatedExisting: true }, value: returnsNew ? decode(document) : before }
  }
  if (!upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null }
  const inserted = makeUpsertDocument(modification, { filter, arrayFilters })
  store.ensure(database, collectionName).insert(inserted)
  return { lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted.content._id }, value: returnsNew ? decode(inserted) : null }
}
