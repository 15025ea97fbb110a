export { BROWSER_MODULE_URLS } from './browser-files.js'
export { formatAttemptProgress } from './attempt-progress.js'
export { formatChecks, formatVariantFailure } from './checks.js'
export { formatCounters } from './counted.js'
export { ATTEMPT_PROGRESS_HELP } from './explained.js'
export { formatJunit } from './junit.js'
export { tabulateCosts } from './cost-tables.js'
export { formatLowerBound } from './lower-bound.js'
export { formatMarkdown, explainMissingFigures } from './markdown.js'
export { formatMarkdownTable } from './markdown-text.js'
export { formatClaimsTable, formatLabsTable } from './overview.js'
export { formatApproximateRatio, isBoundedInterval, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatRequiredRatio, invertInterval, doIntervalsNearlyOverlap, isCostLimitClaim, formatClaimResult, formatFreshAndWarmRatios } from './statement.js'
export { formatSteadyRatio } from './steady.js'
export { formatReachedExerciseStep } from './step.js'
export { assertHolds } from './tap.js'
export { formatTerminalReport } from './terminal.js'
export { formatHeadline } from './verdict.js'
export { RESULT_MODE_NOTES, formatLabCount, findMetricWords } from './words.js'
export { VERDICT_SIGNS, capitalize, formatCountWithNoun, formatMegabytes, formatPercent, groupDigits, formatSeconds, formatSignificantDigits, formatMultiple } from './numbers.js'

/**
 * @typedef {import('./statement.js').Statement} Statement
 */
