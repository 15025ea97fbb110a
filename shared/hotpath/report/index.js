export { BROWSER_FILES } from './browser-files.js'
export { speakResult } from './aloud.js'
export { formatAnswersReport, formatFailure } from './checks.js'
export { formatCounters } from './counted.js'
export { ATTEMPT_SPOKEN } from './explained.js'
export { formatJunit } from './junit.js'
export { tabulateCosts } from './cost-tables.js'
export { GAP, NO_BREAK_SPACE, WIDTH, formatColumns, foldCode, indentHanging, findWidth, wrapText } from './lines.js'
export { formatMarkdown, findReason, formatRow } from './markdown.js'
export { formatNextSteps } from './next.js'
export { formatClaimsTable, formatLabsTable } from './overview.js'
export { formatAbout, isBounded, formatInterval, formatRange, roundRatio } from './ratio.js'
export { formatBound, invertInterval, intervalsMeet, stateClaim, formatTwoAges } from './statement.js'
export { formatSteadyRatio } from './steady.js'
export { formatEqualVariants, formatStep } from './step.js'
export { assertHolds } from './tap.js'
export { formatTerminalReport } from './terminal.js'
export { formatTiming } from './timing.js'
export { makeHeadline } from './verdict.js'
export { MARKS, MODES, capitalize, formatScope, formatCount, formatMegabytes, nameMetric, formatPercent, formatSeconds, formatSignificant, formatMultiple } from './words.js'

/**
 * @typedef {import('./statement.js').Statement} Statement
 */
