export { findStateLock, readSavedState, lockSavedState, writeSavedState } from './desk.js'
export { makeSampleProfile, makeSampleRun } from './fixtures/run.js'
export { describeLab } from './lab-view.js'
export { findOrigin } from './messages.js'
export { readNotes } from './notes.js'
export { listScreens } from './page/screens.js'
export { RecordingError, replayToEnd, fitsLab, createRecording, readRecording, findResult, readShipped, findShippedFile, slimRecording, writeRecording } from './recording.js'
export { runLive } from './runs.js'
export { serve } from './server.js'
export { Stage } from './stage.js'
export { listAddresses, formatWatchAddress } from './visitors.js'

/**
 * @typedef {import('./board.js').Judging} Judging
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./flame.js').ProfileEvent} ProfileEvent
 * @typedef {import('./recording.js').Recording} Recording
 * @typedef {import('./run.js').StageEvent} StageEvent
 * @typedef {import('./adapters.js').Outside} Outside
 */
