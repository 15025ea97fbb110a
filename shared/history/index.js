export { recordCurves } from './curve/record.js'
export { formatCurves } from './curve/screen.js'
export { listCurvesToRecord } from './curve/subjects.js'
export { NEWEST_LTS_MAJOR, formatSteadyFigure, listFiguresByNode } from './figures/figure.js'
export { renderLabsTable, renderRecordedFigures, renderLabsByTheme } from './figures/markdown.js'
export { collectRecordedClaims } from './figures/recorded.js'
export { computeCostsRelativeToBaseline } from './figures/relative.js'
export { judgePublishedClaims, readLedger } from './ledger/ledger.js'
export { default as PUBLISHED_FIGURES } from './ledger/published.js'
export { extractNumbers, splitPublishedFigure, findUnquotedParts } from './ledger/quotes.js'
export { formatVerdictCounts, formatVerdictList, renderClaimsPage, formatVerdictDetails } from './ledger/screen.js'
export {
  convertResultToRecord, describeOrigin, formatLabRecords, findRecordsFile, listWarmRuns, readAllRows, readLabRecords, writeLabRecords,
} from './records/records.js'
export { formatClaimsByNodeTable } from './versions/claims-table.js'
export { renderClaimsByReaderAction, renderClaimOverVersions, renderRecordedLabsTable } from './versions/markdown.js'
export { OUTCOMES_BY_READER_ACTION, findClaimOutcome } from './versions/outcome.js'
export { MIN_PAIRS_PER_NODE_VERSION, recordClaimsOnNode, estimateSecondsPerNode } from './versions/recording.js'
export { collectLabResultsByNode, parseNodeMajor } from './versions/results.js'
export { formatClaimOutcome, formatVersionCharts } from './versions/screen.js'

/**
 * @typedef {import('./curve/record.js').CurveRecord} CurveRecord
 * @typedef {import('hotpath/measure').Steady} Steady
 * @typedef {import('./figures/figure.js').Figure} Figure
 * @typedef {import('./figures/markdown.js').ListedLab} ListedLab
 * @typedef {import('./figures/recorded.js').RecordedClaim} RecordedClaim
 * @typedef {import('./ledger/ledger.js').Answer} Answer
 * @typedef {import('./records/records.js').LabRecord} LabRecord
 * @typedef {import('./versions/results.js').ClaimOverVersions} ClaimOverVersions
 * @typedef {import('./versions/results.js').LabOverVersions} LabOverVersions
 */
