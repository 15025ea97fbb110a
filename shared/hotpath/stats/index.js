export { classifyShape } from './changepoints.js'
export { mirroredOrders, shuffle } from './order.js'
export { PRIOR_SETTINGS, estimatePrior } from './prior.js'
export { drawSeed, createRandom } from './random.js'
export { INTERIM_ANALYSES, DECISION_RULE, judgeRatios, verdictAt } from './rule.js'
export { EQUIVALENCE_MARGIN, LOG_EQUIVALENCE_MARGIN, findLogMargin } from './same.js'
export { mean, median, quantile, standardDeviation } from './sample.js'

/**
 * @typedef {import('./changepoints.js').ShapeClass} ShapeClass
 * @typedef {import('./changepoints.js').Shape} Shape
 * @typedef {import('./random.js').Random} Random
 * @typedef {import('./rule.js').Verdict} Verdict
 */
