export { shapeOf } from './changepoints.js'
export { mirroredOrders, shuffled } from './order.js'
export { BELIEVED, priorOf } from './prior.js'
export { anySeed, seeded } from './random.js'
export { LOOKS, RULE, judge, verdictAt } from './rule.js'
export { SAME, SAME_WITHIN, marginOf } from './same.js'
export { mean, median, quantile, standardDeviation } from './sample.js'

/**
 * @typedef {import('./changepoints.js').ShapeClass} ShapeClass
 * @typedef {import('./changepoints.js').Shape} Shape
 * @typedef {import('./random.js').Random} Random
 * @typedef {import('./rule.js').Verdict} Verdict
 */
