export { deskLock, readDesk, takeDesk, writeDesk } from './desk.js'
export { someProfile, someRun } from './fixtures/run.js'
export { labView } from './lab-view.js'
export { readNotes } from './notes.js'
export { screensOf } from './page/screens.js'
export { RecordingError, endOf, isOf, newRecording, readRecording, resultOf, shipped, shippedFile, slim, writeRecording } from './recording.js'
export { live } from './runs.js'
export { serve } from './server.js'
export { Stage } from './stage.js'
export { addresses, watchedAt } from './visitors.js'

/**
 * @typedef {import('./board.js').Judging} Judging
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./flame.js').ProfileEvent} ProfileEvent
 * @typedef {import('./run.js').StageEvent} StageEvent
 * @typedef {import('./adapters.js').Outside} Outside
 */
