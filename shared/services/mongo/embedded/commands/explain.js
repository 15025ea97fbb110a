import { CommandError } from '../command-error.js'
import { checkCommandFields } from '../command-fields.js'
import { splitPipeline } from '../pipeline.js'
import { findQueryDocuments } from '../retrieval.js'

/** @import { Context } from './index.js' */
/** @import { Plan } from '../plan.js' */
/** @import { Query } from '../retrieval.js' */
/** @import { Bounds } from '../sorted-index.js' */

/**
 * @param {Record<string, any>} command a find
 * @returns {Query}
 */
export function readFindQuery ({ filter, sort, hint, skip = 0, limit = 0 }) {
  return { filter, sort, hint, skip: Number(skip), limit: Number(limit) }
}

/** @param {Context} context */
export function explainCommand ({ command: { explain: command, verbosity }, database, store }) {
  const [kind, name] = Object.entries(command)[0]
  checkCommandFields(command, kind)
  const { query, rest } = readExplained(kind, command)
  const retrieval = findQueryDocuments(store.find(database, name), query)
  const nReturned = retrieval.documents.length
  const winningPlan = describePlan(retrieval.plan, query)
  const explained = {
    explainVersion: '1',
    queryPlanner: { namespace: `${database}.${name}`, parsedQuery: query.filter ?? {}, winningPlan, rejectedPlans: [] },
    ...(verbosity !== 'queryPlanner' && {
      executionStats: {
        executionSuccess: true,
        nReturned,
        totalKeysExamined: retrieval.keysExamined,
        totalDocsExamined: retrieval.docsExamined,
        executionStages: { ...winningPlan, nReturned },
      },
    }),
  }
  return rest.length === 0 ? explained : { explainVersion: '1', stages: [{ $cursor: explained }, ...rest] }
}

/**
 * @param {string} kind
 * @param {Record<string, any>} command
 * @returns {{ query: Query, rest: Record<string, any>[] }} the query, and the stages of a pipeline after it
 * @throws {CommandError} CommandNotFound
 */
function readExplained (kind, command) {
  const { query: filter, hint, sort } = command
  switch (kind) {
    case 'find': return { query: readFindQuery(command), rest: [] }
    case 'aggregate': {
      const { query, rest } = splitPipeline(command.pipeline)
      return { query: { ...query, hint }, rest }
    }
    case 'update':
    case 'delete': return { query: { filter: (command.updates ?? command.deletes)[0].q }, rest: [] }
    case 'count':
    case 'distinct':
    case 'findAndModify': return { query: { filter, hint, sort }, rest: [] }
  }
  throw new CommandError(59, `Explain failed due to unknown command: ${kind}`)
}

/**
 * @param {Plan} plan
 * @param {Query} query
 * @returns {Record<string, any>} its stages, the last one outermost
 */
function describePlan (plan, { filter = {}, sort = {}, skip, limit }) {
  const { index } = plan
  const residual = !plan.exact && Object.keys(filter).length > 0 && { filter }
  const direction = plan.direction * (index?.direction ?? 1) === 1 ? 'forward' : 'backward'
  /** @type {Record<string, any>} */
  let stage = { stage: 'COLLSCAN', ...residual, direction }
  if (index) {
    const { pattern: keyPattern, name: indexName, multikey: isMultiKey, unique: isUnique } = index
    const indexBounds = { [index.field]: plan.bounds.map(formatBounds) }
    const inputStage = { stage: 'IXSCAN', keyPattern, indexName, isMultiKey, isUnique, direction, indexBounds }
    stage = { stage: 'FETCH', ...residual, inputStage }
  }
  if (Object.keys(sort).length > 0 && !plan.ordered) stage = { stage: 'SORT', sortPattern: sort, inputStage: stage }
  if (skip) stage = { stage: 'SKIP', skipAmount: skip, inputStage: stage }
  if (limit) stage = { stage: 'LIMIT', limitAmount: limit, inputStage: stage }
  return stage
}

/** @param {Bounds} bounds */
function formatBounds ({ rank, low, lowOpen, high, highOpen }) {
  if (rank === undefined) return '[MinKey, MaxKey]'
  const from = low === undefined ? '-inf' : JSON.stringify(low)
  const to = high === undefined ? 'inf' : JSON.stringify(high)
  return `${lowOpen ? '(' : '['}${from}, ${to}${highOpen ? ')' : ']'}`
}
