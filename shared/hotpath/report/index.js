export { BROWSER_MODULE_URLS } from './browser-files.js'
export { formatAttemptProgress } from './attempt-progress.js'
export { formatChecks, formatVariantFailure } from './checks.js'
export { formatCounters } from './counted.js'
export { ATTEMPT_PROGRESS_HELP } from './explained.js'
export { formatJunit } from './junit.js'
export { tabulateCosts } from './cost-tables.js'
export { formatLowerBound } from './lower-bound.js'
export { formatMarkdown, explainMissingFigures, formatMarkdownTable } from './markdown.js'
export { formatClaimsTable, formatLabsTable } from './overview.js'
export { formatApproximateRatio, isBoundedInterval, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatRequiredRatio, invertInterval, doIntervalsNearlyOverlap, isCostLimitClaim, formatClaimResult, formatFreshAndWarmRatios } from './statement.js'
export { formatSteadyRatio } from './steady.js'
export { formatReachedExerciseStep } from './step.js'
export { assertHolds } from './tap.js'
export { formatTerminalReport } from './terminal.js'
export { formatHeadline } from './verdict.js'
export { VERDICT_SIGNS, RESULT_MODE_NOTES, capitalize, formatLabCount, formatCountWithNoun, formatMegabytes, findMetricWords, formatPercent, groupDigits, formatSeconds, formatSignificantDigits, formatMultiple } from './words.js'

/**
 * @typedef {import('./statement.js').Statement} Statement
 */
