/** Exports the functions that write results in a browser page. These functions need no modules of Node. */
export { isBoundedInterval, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatRequiredRatio, formatClaimResult } from './statement.js'
export { METRICS, findMetricWords } from './words.js'
export { VERDICT_SIGNS, capitalize, formatCountWithNoun, formatMegabytes, formatPercent, formatSeconds, formatSignificantDigits, formatMultiple } from './numbers.js'
