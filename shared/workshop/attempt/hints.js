import { listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { makeCommand } from '@hotpath-labs/engine/cli/terminal.js'
import { readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Manifest } from '@hotpath-labs/lab/manifest.js'
 * @import { LabProgress } from '@hotpath-labs/lab/project/progress.js'
 */

/**
 * Suggests the command that gives the next hint.
 *
 * @param {Lab} lab
 * @param {Pick<LabProgress, 'hints' | 'step'>} [progress]
 * @param {string} [firstHint] what the first hint says, in a few words
 * @returns {[string, string][]} empty if no hint is left
 */
export function suggestHint (lab, progress = readLabProgress(lab.name), firstHint = 'where to look') {
  if (countSeenHints(lab, progress) >= lab.hints.length) return []
  const isFirst = progress.hints <= countReached(lab, progress)
  return [[makeCommand(`lab ${formatLabArgument(lab)} hint`), isFirst ? firstHint : 'one more hint']]
}

/**
 * Counts the hints that an attendee has seen, and those for steps that the attendee's file has reached: the next hint comes after both.
 *
 * @param {Lab} lab
 * @param {Pick<LabProgress, 'hints' | 'step'>} progress
 */
export function countSeenHints (lab, progress) {
  return Math.max(progress.hints, countReached(lab, progress))
}

/** Counts the hints for steps that the attendee's file has already reached. @param {Lab} lab @param {Pick<LabProgress, 'step'>} progress */
function countReached ({ manifest, hints }, { step }) {
  const steps = listExerciseSteps(manifest).map(({ variant }) => variant)
  if (step === null || !steps.includes(step)) return 0
  const after = steps.slice(steps.indexOf(step) + 1)
  if (after.length === 0) return hints.length
  return Math.max(0, hints.findIndex((hint) => hint.step !== null && after.includes(hint.step)))
}

/**
 * @param {Manifest} manifest
 * @param {(string | null | undefined)[]} reached steps
 * @returns {string | null} the last of them in the lab's order
 */
export function findFurthestStep (manifest, reached) {
  return listExerciseSteps(manifest).findLast(({ variant }) => reached.includes(variant))?.variant ?? null
}
