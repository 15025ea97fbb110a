import { sortUnique } from '../order.js'
import { aggregate } from '../pipeline.js'
import { makeProjector } from '../projection.js'
import { findQueryDocuments } from '../retrieval.js'
import { readValues } from '../values.js'
import { readQuery } from './explain.js'

/** @import { Context } from './index.js' */

/** @param {Context} context */
export function find ({ command, collection, namespace, cursors }) {
  const project = makeProjector(command.projection, command.filter)
  const { documents } = findQueryDocuments(collection, readQuery(command))
  return cursors.open(namespace, documents.map(project), command)
}

/** @param {Context} context */
export function getMore ({ command: { getMore: id, collection, batchSize }, database, cursors }) {
  return cursors.next(id, `${database}.${collection}`, Number(batchSize || Infinity))
}

/** @param {Context} context */
export function killCursors ({ command, cursors }) {
  const cursorsKilled = command.cursors.filter((/** @type {number} */ id) => cursors.close(id))
  const cursorsNotFound = command.cursors.filter((/** @type {number} */ id) => !cursorsKilled.includes(id))
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] }
}

/** @param {Context} context */
export function aggregatePipeline ({ command: { pipeline, hint, cursor }, collection, namespace, database, store, cursors }) {
  return cursors.open(namespace, aggregate(collection, pipeline, { findCollection: (name) => store.find(database, name), hint }), cursor)
}

/** @param {Context} context */
export function count ({ command: { query: filter, ...command }, collection }) {
  return { n: findQueryDocuments(collection, readQuery({ ...command, filter })).documents.length }
}

/** @param {Context} context */
export function distinct ({ command: { key, query: filter, hint }, collection }) {
  const { documents } = findQueryDocuments(collection, { filter, hint })
  return { values: sortUnique(documents.flatMap(({ content }) => readValues(content, key)).filter((value) => value !== undefined)) }
}
