import { sortWithoutDuplicates } from '../order.js'
import { runPipeline } from '../pipeline.js'
import { createProjector } from '../projection.js'
import { findQueryDocuments } from '../retrieval.js'
import { readValuesAtPath } from '../values.js'
import { readFindQuery } from './explain.js'

/** @import { Context } from './index.js' */

/** @param {Context} context */
export function findDocuments ({ command, collection, namespace, cursors }) {
  const project = createProjector(command.projection, command.filter)
  const { documents } = findQueryDocuments(collection, readFindQuery(command))
  return cursors.open(namespace, documents.map(project), command)
}

/** @param {Context} context */
export function fetchNextBatch ({ command: { getMore: id, collection, batchSize }, database, cursors }) {
  return cursors.next(id, `${database}.${collection}`, Number(batchSize || Infinity))
}

/** @param {Context} context */
export function killCursors ({ command, cursors }) {
  const cursorsKilled = command.cursors.filter((/** @type {number} */ id) => cursors.close(id))
  const cursorsNotFound = command.cursors.filter((/** @type {number} */ id) => !cursorsKilled.includes(id))
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] }
}

/** @param {Context} context */
export function aggregateDocuments ({ command: { pipeline, hint, cursor }, collection, namespace, database, store, cursors }) {
  return cursors.open(namespace, runPipeline(collection, pipeline, { findCollection: (name) => store.find(database, name), hint }), cursor)
}

/** @param {Context} context */
export function countDocuments ({ command: { query: filter, ...command }, collection }) {
  return { n: findQueryDocuments(collection, readFindQuery({ ...command, filter })).documents.length }
}

/** @param {Context} context */
export function listDistinctValues ({ command: { key, query: filter, hint }, collection }) {
  const { documents } = findQueryDocuments(collection, { filter, hint })
  const values = documents.flatMap(({ content }) => readValuesAtPath(content, key)).filter((value) => value !== undefined)
  return { values: sortWithoutDuplicates(values) }
}
