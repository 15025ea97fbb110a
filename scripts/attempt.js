import { existsSync } from 'node:fs'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/project'
import { isUnchanged, makeAttemptLab } from '@hotpath-labs/workshop'
import { describeStartingFile } from 'hotpath/lab'
import { UsageError, readOrRefuse } from './usage.js'

/** @import { Lab } from 'hotpath/lab' */

/** @param {Lab} lab @returns {string} the attendee's file, which exists */
export function findAttempt (lab) {
  const { file } = findAttemptPaths(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${formatLabArgument(lab)} start`)
  return file
}

/** Refuses a demonstration, which has no exercise. @param {Lab} lab */
export function checkExercise (lab) {
  if (!lab.manifest.demonstration) return
  throw new UsageError(`${lab.name} is a demonstration without an exercise. To see it, type: pnpm demo ${formatLabArgument(lab)}`)
}

/** Refuses a file that is still a copy of the template. @param {Lab} lab @param {string} file */
export function refuseUnchangedCopy (lab, file) {
  if (!readOrRefuse(file, () => isUnchanged(lab))) return
  throw new UsageError(`Nothing changed yet: ${formatPath(file)} is still a copy of ${describeStartingFile(lab.manifest)}. Edit your file, or type: pnpm lab ${formatLabArgument(lab)} hint`)
}

/** Plans how an attendee's file is judged instead of fast. @param {Lab} lab @param {string} file @returns {Lab[]} one for each workload */
export function planAttempt (lab, file) {
  const stages = makeAttemptLab(lab, file)
  if (stages.length) return stages
  throw new UsageError(`${lab.name} does not compare slow with fast, so mine cannot judge your file. Type: pnpm lab ${formatLabArgument(lab)} --with ${formatPath(file)}`)
}
