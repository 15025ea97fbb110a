import { listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { makeCommand } from '@hotpath-labs/terminal/terminal.js'
import { readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Manifest } from '@hotpath-labs/lab/manifest.js'
 * @import { LabProgress } from '@hotpath-labs/lab/project/progress.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** @typedef {Pick<LabProgress, 'hints' | 'step' | 'place'>} Seen the part of an attendee's progress on which the next hint depends */

/**
 * Suggests the command that gives the next hint.
 *
 * @param {Lab} lab
 * @param {Seen} [progress]
 * @param {string} [firstHint] what the first hint says, in a few words
 * @returns {[string, string][]} empty if no hint is left
 */
export function suggestHint (lab, progress = readLabProgress(lab.name), firstHint = 'where to look') {
  const reached = countReached(lab, progress)
  if (Math.max(progress.hints, reached) >= lab.hints.length) return []
  const isFirst = progress.hints <= reached
  return [[makeCommand(`lab ${formatLabArgument(lab)} hint`), isFirst ? firstHint : 'one more hint']]
}

/**
 * Counts the hints that an attendee has seen, and those for steps that the attendee's file has reached: the next hint comes after both. Who
 * has reached the last step may still read the hints that were not needed.
 *
 * @param {Lab} lab
 * @param {Seen} progress
 */
export function countSeenHints (lab, progress) {
  const reached = countReached(lab, progress)
  return reached === lab.hints.length ? progress.hints : Math.max(progress.hints, reached)
}

/**
 * Counts the hints for steps that the attendee's file has already reached. A file can also be behind the furthest step that was reached.
 *
 * @param {Lab} lab
 * @param {Pick<Seen, 'step' | 'place'>} progress
 */
export function countReached ({ manifest, hints }, { step, place = step }) {
  const steps = listExerciseSteps(manifest).map(({ variant }) => variant)
  if (place === null || !steps.includes(place)) return 0
  const after = steps.slice(steps.indexOf(place) + 1)
  if (after.length === 0) return hints.length
  return Math.max(0, hints.findIndex((hint) => hint.step !== null && after.includes(hint.step)))
}

/**
 * @param {Manifest} manifest
 * @param {(string | null | undefined)[]} reached steps
 * @returns {string | null} the last of them in the lab's order
 */
function findFurthestStep (manifest, reached) {
  return listExerciseSteps(manifest).findLast(({ variant }) => reached.includes(variant))?.variant ?? null
}

/**
 * @param {Manifest} manifest
 * @param {Pick<LabProgress, 'step' | 'place'>} before
 * @param {Result['step']} found
 * @returns {Pick<LabProgress, 'step' | 'place'>} the furthest certain step, and where the file is now as far as this is certain
 */
export function findStepsToSave (manifest, { step, place }, found) {
  if (!found) return { step, place }
  // a file that is at a step, or already at the next one, has reached the former
  const isKnown = !found.isUnclear || (found.reached !== null && place !== found.next)
  return { step: findFurthestStep(manifest, [step, found.reached]), place: isKnown ? found.reached : place }
}
