export { findDemoStateLockFile, readSavedDemoState, lockSavedDemoState, writeSavedDemoState } from './saved-state.js'
export { makeSampleProfile, makeSampleRun } from './fixtures/run.js'
export { describeLabForPage } from './lab-view.js'
export { findRecordingOrigin } from './messages.js'
export { readSpeakerNotes } from './notes.js'
export { listStageScreens } from './page/screens.js'
export { replayRecordingToEnd, recordingShowsLabClaims, createRecording, readRecording, findRecordedResult, readLabRecording, findLabRecordingFile, shrinkRecording, writeRecording } from './recording.js'
export { startLiveRun } from './runs.js'
export { serveStagePages } from './server.js'
export { DemoStage } from './stage.js'
export { listNetworkAddresses, formatAudienceAddress } from './visitors.js'

/**
 * @typedef {import('./board.js').Judging} Judging
 * @typedef {import('./saved-state.js').SavedDemoState} SavedDemoState
 * @typedef {import('./flame.js').ProfileEvent} ProfileEvent
 * @typedef {import('./recording.js').Recording} Recording
 * @typedef {import('./run.js').StageEvent} StageEvent
 * @typedef {import('./adapters.js').StageAdapters} StageAdapters
 */
