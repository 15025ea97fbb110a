/** Exports the functions that write results in a browser, without modules of Node. */
export { isBounded, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatBound, stateClaim } from './statement.js'
export { MARKS, capitalize, formatCount, formatMegabytes, nameMetric, formatPercent, formatSeconds, formatSignificant, formatMultiple } from './words.js'
