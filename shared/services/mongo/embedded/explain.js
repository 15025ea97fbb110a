import { Failure } from './failure.js'

const VERBOSITIES = ['queryPlanner', 'executionStats', 'allPlansExecution']

/**
 * @param {object} request
 * @param {string} request.namespace
 * @param {import('./retrieval.js').Query & { projection?: Record<string, any> }} request.query
 * @param {() => import('./retrieval.js').Retrieval} request.retrieve
 * @param {string} request.verbosity
 * @returns {Record<string, any>} queryPlanner and, unless only that is asked for, executionStats
 * @throws {Failure} BadValue on an unknown verbosity
 */
export function explain ({ namespace, query, retrieve, verbosity }) {
  if (!VERBOSITIES.includes(verbosity)) {
    throw new Failure(2, `Enumeration value '${verbosity}' for field 'explain.verbosity' is not a valid value.`)
  }
  const start = performance.now()
  const retrieval = retrieve()
  const winningPlan = stages(retrieval.plan, query)
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace,
      parsedQuery: query.filter ?? {},
      indexFilterSet: false,
      winningPlan,
      rejectedPlans: [],
    },
    ...(verbosity !== 'queryPlanner' && {
      executionStats: {
        executionSuccess: true,
        nReturned: retrieval.documents.length,
        executionTimeMillis: Math.round(performance.now() - start),
        totalKeysExamined: retrieval.keysExamined,
        totalDocsExamined: retrieval.docsExamined,
        executionStages: { ...winningPlan, nReturned: retrieval.documents.length },
      },
    }),
  }
}

/**
 * @param {import('./plan.js').Plan} plan
 * @param {import('./retrieval.js').Query & { projection?: Record<string, any> }} query
 * @returns {Record<string, any>} the stages, the last one outermost
 */
function stages (plan, { filter = {}, sort = {}, skip, limit, projection = {} }) {
  const residual = !plan.exact && Object.keys(filter).length > 0 && { filter }
  /** @type {Record<string, any>} */
  let stage = plan.index
    ? { stage: 'FETCH', ...residual, inputStage: indexScan(plan.index, plan) }
    : { stage: 'COLLSCAN', ...residual, direction: plan.direction === 1 ? 'forward' : 'backward' }
  if (Object.keys(sort).length > 0 && !plan.ordered) stage = { stage: 'SORT', sortPattern: sort, inputStage: stage }
  if (skip) stage = { stage: 'SKIP', skipAmount: skip, inputStage: stage }
  if (limit) stage = { stage: 'LIMIT', limitAmount: limit, inputStage: stage }
  if (Object.keys(projection).length > 0) {
    stage = { stage: 'PROJECTION_DEFAULT', transformBy: projection, inputStage: stage }
  }
  return stage
}

/**
 * @param {import('./sorted-index.js').SortedIndex} index
 * @param {import('./plan.js').Plan} plan
 */
function indexScan (index, { bounds, direction }) {
  return {
    stage: 'IXSCAN',
    keyPattern: index.pattern,
    indexName: index.name,
    isMultiKey: index.multikey,
    isUnique: index.unique,
    isSparse: index.sparse,
    direction: direction * index.direction === 1 ? 'forward' : 'backward',
    indexBounds: { [index.field]: bounds.map(interval) },
  }
}

/** @param {import('./sorted-index.js').Bounds} bounds */
function interval ({ rank, low, lowOpen, high, highOpen }) {
  if (rank === undefined) return '[MinKey, MaxKey]'
  const from = low === undefined ? '-inf' : JSON.stringify(low)
  const to = high === undefined ? 'inf' : JSON.stringify(high)
  return `${lowOpen ? '(' : '['}${from}, ${to}${highOpen ? ')' : ']'}`
}
