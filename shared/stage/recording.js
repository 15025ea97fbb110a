import { applyEventToRunState, makeEmptyRunView } from './run.js'

/**
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { FlameData } from '@hotpath-labs/profile/flame/data.js'
 * @import { HeapSummary } from '@hotpath-labs/profile/heap/findings.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { RunView, StageEvent } from './run.js'
 */

/** Version of the file format of recorded demos. */
export const RECORDING_FORMAT_VERSION = 2

/**
 * @typedef {FlameData | HeapSummary} StageProfile
 *
 * @typedef {object} Recording a run that can be played
 * @property {2} hotpathRecording its format
 * @property {string} lab
 * @property {string} recordedAt when the run began, as ISO 8601
 * @property {[number, StageEvent][]} events each with its milliseconds since the start; waiting for another measurement does not count
 * @property {StageProfile} [profile] of slow and fast, for the profile screen
 * @property {string} [profiledAt] when the profile was taken, if not with the run
 */

/** @param {string} lab @param {Date} [began] @returns {Recording} an empty one */
export function createRecording (lab, began = new Date()) {
  return { hotpathRecording: RECORDING_FORMAT_VERSION, lab, recordedAt: began.toISOString(), events: [] }
}

/** @param {Recording} recording @returns {RunView} the state of a page after the last event */
export function replayRecordingToEnd ({ events }) {
  return events.reduce((view, [ms, event]) => applyEventToRunState(view, event, ms), makeEmptyRunView())
}

/** @param {Recording} recording @returns {Result | null} null if the run failed */
export function findRecordedResult (recording) {
  return replayRecordingToEnd(recording).result
}

/**
 * Returns false if a recording shows claims about an attendee's file, or claims of an older version of the lab.
 *
 * @param {Recording} recording
 * @param {Pick<LabPlan, 'claims'>} plan
 */
export function recordingShowsPlan (recording, { claims }) {
  const result = findRecordedResult(recording)
  return !result || (result.claims.length === 0 && result.verdict !== 'holds') || result.claims.some(({ id }) => id === claims[0].id)
}
