export { BROWSER_FILES } from './browser-files.js'
export { formatSpokenResult } from './aloud.js'
export { formatAnswersReport, formatFailure } from './checks.js'
export { formatCounters } from './counted.js'
export { SPOKEN_OUTPUT_HELP } from './explained.js'
export { formatJunit } from './junit.js'
export { tabulateCosts } from './cost-tables.js'
export { COLUMN_GAP, NO_BREAK_SPACE, DEFAULT_TEXT_COLUMNS, formatColumns, foldCode, wrapWithHangingIndent, findWidth, wrapText } from './lines.js'
export { formatMarkdown, formatMarkdownTable, findReason } from './markdown.js'
export { formatNextSteps } from './next.js'
export { formatClaimsTable, formatLabsTable } from './overview.js'
export { formatAbout, isBounded, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatBound, invertInterval, intervalsMeet, formatClaimStatement, formatRatiosAtTwoAges } from './statement.js'
export { formatSteadyRatio } from './steady.js'
export { formatEqualVariants, formatStep } from './step.js'
export { assertHolds } from './tap.js'
export { formatTerminalReport } from './terminal.js'
export { formatTiming } from './timing.js'
export { formatHeadline } from './verdict.js'
export { VERDICT_SIGNS, MODE_NOTES, capitalize, formatScope, formatCount, formatMegabytes, findMetricWords, formatPercent, formatSeconds, formatSignificant, formatMultiple } from './words.js'

/**
 * @typedef {import('./statement.js').Statement} Statement
 */
