import { UsageError } from 'hotpath/failures'
import { existsSync } from 'node:fs'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/project'
import { isAttemptUnchanged, makeLabVersionsForAttempt } from '@hotpath-labs/workshop'
import { describeStartingFile } from 'hotpath/lab'
import { explainReadErrors } from './usage.js'

/** @import { Lab } from 'hotpath/lab' */

/** @param {Lab} lab @returns {string} the attendee's file, which exists */
export function findAttemptFile (lab) {
  const { file } = findAttemptPaths(lab)
  if (!existsSync(file)) throw new UsageError(`You have not started ${lab.name}. Type: pnpm lab ${formatLabArgument(lab)} start`)
  return file
}

/** Throws if the attendee's file is still an unchanged copy of the lab's template. @param {Lab} lab @param {string} file */
export function refuseUnchangedCopy (lab, file) {
  if (!explainReadErrors(file, () => isAttemptUnchanged(lab))) return
  throw new UsageError(`Nothing changed yet: ${formatPath(file)} is still a copy of ${describeStartingFile(lab.manifest)}. Edit your file, or type: pnpm lab ${formatLabArgument(lab)} hint`)
}

/**
 * Plans the measurements that judge an attendee's file. Throws if the lab does not compare `slow` with `fast`.
 *
 * @param {Lab} lab
 * @param {string} file
 * @returns {Lab[]} one for each workload
 */
export function planAttemptMeasurements (lab, file) {
  const stages = makeLabVersionsForAttempt(lab, file)
  if (stages.length) return stages
  throw new UsageError(`${lab.name} does not compare the variants slow and fast, so pnpm lab mine cannot judge your file. Type: pnpm lab ${formatLabArgument(lab)} --with ${formatPath(file)}`)
}
