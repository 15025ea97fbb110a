export * as calls from './curve/calls.js'
export * as requests from './curve/requests.js'
export { nameOf, variantOf } from './curve/pair.js'
export { curveFile, majorOf, readRecord, writeRecord } from './curve/record.js'
export { FEWEST_PAIRS, fitted, recordCurves, timeFor, tracksOf } from './curve/recording.js'
export { curveReport, sentence } from './curve/screen.js'
export { scatterOf, steadyOf, toldOf } from './curve/steady.js'
export { agesOf, usualCurve } from './curve/usual.js'
export { LTS, figureAt, figuresOf } from './ledger/figure.js'
export { numbersIn, partsOf, unquoted } from './ledger/figures.js'
export { LedgerError, ledgerOf, ledgerParts } from './ledger/ledger.js'
export { labsTable, recordedTable } from './ledger/markdown.js'
export { USUAL_AGE, recordsOf } from './ledger/readings.js'
export { recordedOf } from './ledger/recorded.js'
export { claimsCount, claimsList, claimsPage, claimsTold } from './ledger/screen.js'
export { themesList } from './ledger/themes.js'
export { recordAcross } from './versions/across.js'
export { claimsOnVersions } from './versions/claims.js'
export { ACTIONS, fateOf } from './versions/fate.js'
export { acrossTable, actionTable, claimBlock, whereTable } from './versions/markdown.js'
export { overVersions } from './versions/reading.js'
export { LEAST_PAIRS, readVersions, versionsFile, writeVersions } from './versions/record.js'
export { laterFor, recordVersion, secondsFor } from './versions/recording.js'
export { fateTold, versionsReport } from './versions/screen.js'

/**
 * @typedef {import('./curve/pair.js').Ageing} Ageing
 * @typedef {import('./curve/record.js').CurveRecord} CurveRecord
 * @typedef {import('./curve/record.js').RecordedPoint} RecordedPoint
 * @typedef {import('./curve/steady.js').Steady} Steady
 * @typedef {import('./curve/steady.js').Told} Told
 * @typedef {import('./curve/usual.js').UsualPoint} UsualPoint
 * @typedef {import('./ledger/figure.js').Figure} Figure
 * @typedef {import('./ledger/ledger.js').Answer} Answer
 * @typedef {import('./ledger/readings.js').LabRecord} LabRecord
 * @typedef {import('./ledger/recorded.js').RecordedClaim} RecordedClaim
 * @typedef {import('./ledger/themes.js').ListedLab} ListedLab
 * @typedef {import('./versions/reading.js').ClaimOverVersions} ClaimOverVersions
 * @typedef {import('./versions/reading.js').LabOverVersions} LabOverVersions
 * @typedef {import('./versions/record.js').VersionsRecord} VersionsRecord
 */
