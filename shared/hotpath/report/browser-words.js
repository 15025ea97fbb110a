/** Exports the functions that write results in a browser page. They need no modules of Node. */
export { isBoundedInterval, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatRequiredRatio, formatClaimStatement } from './statement.js'
export { METRICS, VERDICT_SIGNS, capitalize, formatCount, formatMegabytes, findMetricWords, formatPercent, formatSeconds, formatSignificant, formatMultiple } from './words.js'
