export * as curveCalls from './curve/calls.js'
export * as curveRequests from './curve/requests.js'
export { findMajor, findCurveFile, readCurves, writeCurves } from './curve/curve-file.js'
export { spreadAges, computeMedianCurve } from './curve/median-curve.js'
export { MIN_CURVE_PAIRS, fitRecordIntoTime, estimateCurveSeconds } from './curve/plan.js'
export { recordCurves } from './curve/recording.js'
export { formatCurves, formatSteadySentence } from './curve/screen.js'
export { computeScatter, findSteady, summarizeCurves } from './curve/steady.js'
export { nameTrack, listTracks, findVariant } from './curve/track.js'
export { NEWEST_LTS_MAJOR, formatSteadyFigure, listFigures } from './figures/figure.js'
export { renderLabsTable, renderRecordedTable, renderThemes } from './figures/markdown.js'
export { collectRecorded } from './figures/recorded.js'
export { relateVariants } from './figures/relative.js'
export { formatTable } from './figures/table.js'
export { LedgerError, answerPublishedClaims, readLedger } from './ledger/ledger.js'
export { default as PUBLISHED_FIGURES } from './ledger/published.js'
export { findNumbers, splitFigures, findUnquoted } from './ledger/quotes.js'
export { formatClaimsCount, formatClaimsList, renderClaimsPage, formatClaimAnswers } from './ledger/screen.js'
export { describeQuestion, findResumableRecord, isFresh } from './recorder/origin.js'
export { createRecord, formatRecords, findRecordsFile, readRecords } from './records/records.js'
export { formatClaimsTable } from './versions/claims-table.js'
export { recordCrossVersion } from './versions/cross-version.js'
export { renderCrossVersions, renderActions, renderClaimBlock, renderCoverage } from './versions/markdown.js'
export { READER_ACTIONS, findOutcome } from './versions/outcome.js'
export { chooseSecondMeasurementAgeMs, recordVersion, estimateVersionSeconds } from './versions/recording.js'
export { collectVersions } from './versions/results.js'
export { formatOutcome, formatVersions } from './versions/screen.js'
export { MIN_VERSION_PAIRS, readVersions, findVersionsFile, writeVersions } from './versions/versions-file.js'

/**
 * @typedef {import('./curve/pair.js').Ageing} Ageing
 * @typedef {import('./curve/curve-file.js').CurveRecord} CurveRecord
 * @typedef {import('./curve/curve-file.js').RecordedPoint} RecordedPoint
 * @typedef {import('hotpath/measure').Steady} Steady
 * @typedef {import('./curve/steady.js').TrackSummary} TrackSummary
 * @typedef {import('./curve/median-curve.js').MedianPoint} UsualPoint
 * @typedef {import('./figures/figure.js').Figure} Figure
 * @typedef {import('./figures/markdown.js').ListedLab} ListedLab
 * @typedef {import('./figures/recorded.js').RecordedClaim} RecordedClaim
 * @typedef {import('./ledger/ledger.js').Answer} Answer
 * @typedef {import('./records/records.js').LabRecord} LabRecord
 * @typedef {import('./versions/results.js').ClaimOverVersions} ClaimOverVersions
 * @typedef {import('./versions/results.js').LabOverVersions} LabOverVersions
 * @typedef {import('./versions/versions-file.js').VersionsRecord} VersionsRecord
 */
