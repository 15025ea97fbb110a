import { checkCommandFields } from '../command-fields.js'
import { convertToCommandError, CommandError } from '../command-error.js'
import { createProjector } from '../projection.js'
import { findQueryDocuments } from '../retrieval.js'
import { decodeDocument, StoredDocument } from '../stored-document.js'
import { makeUpsertDocument, applyUpdate } from '../update.js'

/** @import { Context } from './index.js' */

/**
 * Runs each statement of a write command, such as one document of an insert. An ordered command stops at the first error.
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
      writeErrors.push(convertToCommandError(error).toWriteError(index))
      if (ordered) break
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {}
}

/** @param {Context} context */
export function insertDocuments ({ command, database, collectionName, store }) {
  const collection = store.ensure(database, collectionName)
  let n = 0
  const errors = runStatements(command, command.documents, (bytes) => {
    collection.insert(decodeDocument(bytes))
    n++
  })
  return { n, ...errors }
}

/** @param {Context} context */
export function updateDocuments ({ command, database, collectionName, store }) {
  let n = 0
  let nModified = 0
  /** @type {{ index: number, _id: any }[]} */
  const upserted = []
  const errors = runStatements(command, command.updates, (statement, index) => {
    checkCommandFields(statement, 'update.updates', ['q', 'u'])
    const { q: filter, u: modification, multi, upsert, arrayFilters, hint, sort } = statement
    const { documents } = findQueryDocuments(store.find(database, collectionName), { filter, hint, sort, limit: multi ? 0 : 1 })
    for (const document of documents) {
      const changed = applyUpdate(document, modification, { filter, arrayFilters })
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
export function deleteDocuments ({ command, collection }) {
  let n = 0
  const errors = runStatements(command, command.deletes, (statement) => {
    checkCommandFields(statement, 'delete.deletes', ['q', 'limit'])
    const { q: filter, limit, hint } = statement
    for (const document of findQueryDocuments(collection, { filter, hint, limit }).documents) {
      collection?.remove(document)
      n++
    }
  })
  return { n, ...errors }
}

/** @param {Context} context */
export function modifyOneDocument ({ command, database, collectionName, store, collection }) {
  const { query: filter = {}, sort, hint, remove: removes, update: modification, new: returnsNew, fields, upsert, arrayFilters } = command
  if (Boolean(removes) === Boolean(modification)) throw new CommandError(9, 'Either an update or remove=true must be specified')
  const project = createProjector(fields, filter)
  // decodes the document, because the reply contains the document, and the server encodes the whole reply as BSON
  const decode = (/** @type {StoredDocument} */ document) => new StoredDocument(project(document)).content
  const [document] = findQueryDocuments(collection, { filter, sort, hint, limit: 1 }).documents
  const before = document ? decode(document) : null
  if (document && removes) {
    collection?.remove(document)
    return { lastErrorObject: { n: 1 }, value: before }
  }
  if (document) {
    const changed = applyUpdate(document, modification, { filter, arrayFilters })
    if (changed) collection?.replace(document, changed)
    return { lastErrorObject: { n: 1, updatedExisting: true }, value: returnsNew ? decode(document) : before }
  }
  if (!upsert) return { lastErrorObject: { n: 0, updatedExisting: false }, value: null }
  const inserted = makeUpsertDocument(modification, { filter, arrayFilters })
  store.ensure(database, collectionName).insert(inserted)
  return { lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted.content._id }, value: returnsNew ? decode(inserted) : null }
}
