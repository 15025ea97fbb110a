export { BROWSER_FILES } from './browser-files.js'
export { aloud } from './aloud.js'
export { answersReport, failureReport } from './checks.js'
export { countedLines } from './counted.js'
export { ALOUD_MINE } from './explained.js'
export { junitReport } from './junit.js'
export { laddersOf } from './ladder.js'
export { GAP, UNBROKEN, WIDTH, columns, folded, hanging, widthOf, wrapped } from './lines.js'
export { markdownReport, reasonOf, row } from './markdown.js'
export { nextLines } from './next.js'
export { claimsTable, labsTable } from './overview.js'
export { aboutTimes, hasEnds, intervalTimes, rangeTimes, roundedRatio } from './ratio.js'
export { boundOf, inverted, meet, stated, twoAges } from './statement.js'
export { toldSteady } from './steady.js'
export { assertHolds } from './tap.js'
export { terminalReport } from './terminal.js'
export { headlineOf } from './verdict.js'
export { MARKS, MODES, capital, counted, counting, megabytes, metricNamed, percent, secondsTold, significant, times } from './words.js'

/**
 * @typedef {import('./statement.js').Statement} Statement
 */
