import { checkArguments, collectionName } from '../arguments.js'
import { explain } from '../explain.js'
import { Failure } from '../failure.js'
import { split } from '../pipeline.js'
import { retrieve } from '../retrieval.js'
import { queryOf } from './find-query.js'

/** @typedef {import('./index.js').Context} Context */

/** @param {Context} context */
export function explained (context) {
  const { command } = context
  checkArguments(command, 'explain', { explain: 'object', verbosity: 'string' }, ['explain'])
  return explainCommand(context, command.explain, command.verbosity ?? 'allPlansExecution')
}

/**
 * @param {Context} context
 * @param {Record<string, any>} command the explained one
 * @param {string} verbosity
 */
export function explainCommand ({ database, store }, command, verbosity) {
  const [kind] = Object.keys(command)
  const name = collectionName({ ...command, $db: database }, kind)
  const collection = store.find(database, name)
  const { asked, rest } = explainable(kind, command)
  const found = explain({
    namespace: `${database}.${name}`, query: asked, retrieve: () => retrieve(collection, asked), verbosity,
  })
  if (rest.length === 0) return found
  // the rest of a pipeline works on what the query hands it
  return { explainVersion: '1', stages: [{ $cursor: found }, ...rest] }
}

/**
 * @param {string} kind
 * @param {Record<string, any>} command
 * @returns {{ asked: import('../retrieval.js').Query & { projection?: Record<string, any> }, rest: Record<string, any>[] }}
 */
function explainable (kind, command) {
  switch (kind) {
    case 'find': return { asked: { ...queryOf(command), projection: command.projection }, rest: [] }
    case 'aggregate': {
      const { query, rest } = split(command.pipeline ?? [])
      return { asked: { ...query, hint: command.hint }, rest }
    }
    case 'count':
    case 'distinct': return { asked: { filter: command.query, hint: command.hint }, rest: [] }
    case 'findAndModify': return { asked: { filter: command.query, sort: command.sort, limit: 1 }, rest: [] }
    case 'update':
    case 'delete': {
      const [{ q: filter, hint }] = command.updates ?? command.deletes
      return { asked: { filter, hint }, rest: [] }
    }
  }
  throw new Failure(59, `Explain failed due to unknown command: ${kind}`)
}
