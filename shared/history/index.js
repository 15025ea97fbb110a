export * as calls from './curve/calls.js'
export * as requests from './curve/requests.js'
export { findMajor as majorOf, curveFile, readCurves as readRecord, writeCurves as writeRecord } from './curve/curve-file.js'
export { spreadAges as agesOf, medianCurve as usualCurve } from './curve/median-curve.js'
export { FEWEST_PAIRS, fitPlan as fitted, estimateSeconds as timeFor } from './curve/plan.js'
export { recordCurves } from './curve/recording.js'
export { formatCurves as curveReport, formatSentence as sentence } from './curve/screen.js'
export { computeScatter as scatterOf, findSteady as steadyOf, summarizeTracks as toldOf } from './curve/steady.js'
export { nameTrack as nameOf, listTracks as tracksOf, findVariant as variantOf } from './curve/track.js'
export { LTS, findFigure as figureAt, listFigures as figuresOf } from './figures/figure.js'
export { formatLabs as labsTable, formatRecorded as recordedTable, formatThemes as themesList } from './figures/markdown.js'
export { collectRecorded as recordedOf } from './figures/recorded.js'
export { LedgerError, answerLedger as ledgerOf, readLedger as ledgerParts } from './ledger/ledger.js'
export { default as PUBLISHED } from './ledger/published.js'
export { findNumbers as numbersIn, splitFigures as partsOf, findUnquoted as unquoted } from './ledger/quotes.js'
export { formatCount as claimsCount, formatList as claimsList, formatPage as claimsPage, formatAnswers as claimsTold } from './ledger/screen.js'
export { describeQuestion, findResumable, isFresh } from './recorder/origin.js'
export { DEFAULT_AGE as USUAL_AGE, createRecord, formatRecords, recordsFile, readRecords as recordsOf } from './records/records.js'
export { formatClaimsTable as claimsOnVersions } from './versions/claims-table.js'
export { recordCrossVersion as recordAcross } from './versions/cross-version.js'
export { formatCrossVersions as acrossTable, formatActions as actionTable, formatClaimBlock as claimBlock, formatCoverage as whereTable } from './versions/markdown.js'
export { ACTIONS, findOutcome as fateOf } from './versions/outcome.js'
export { chooseLaterMs as laterFor, recordVersion, estimateSeconds as secondsFor } from './versions/recording.js'
export { collectVersions as overVersions } from './versions/results.js'
export { formatOutcome as fateTold, formatVersions as versionsReport } from './versions/screen.js'
export { LEAST_PAIRS, readVersions, versionsFile, writeVersions } from './versions/versions-file.js'

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
