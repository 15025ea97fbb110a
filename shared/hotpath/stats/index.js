export { listTurnOrders, shuffle } from './order.js'
export { NOISE_PRIOR_SETTINGS, estimateNoisePrior } from './prior.js'
export { drawSeed, createRandom } from './random.js'
export { INTERIM_ANALYSIS_PAIR_COUNTS, DECISION_RULE, judgeRatios, judgeAtInterimAnalysis } from './rule.js'
export { EQUIVALENCE_MARGIN, LARGEST_EQUAL_LOG_RATIO, findLargestEqualLogRatio } from './same.js'
export { mean, median, quantile, standardDeviation } from './sample.js'

/**
 * @typedef {import('./random.js').Random} Random
 * @typedef {import('./rule.js').Verdict} Verdict
 */
