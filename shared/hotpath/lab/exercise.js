import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { HotpathError } from '../failures/index.js'
import { findLessonClaim } from './steps.js'
import { parseSide } from '../measure/figures.js'

/** @import { Lab } from './load.js' */
/** @import { Manifest } from './manifest.js' */

/** @param {Manifest} manifest @returns {string} name of the file that an attendee starts from */
export function describeStartingFile ({ exercise }) {
  return exercise ? exercise.startsFrom : 'slow'
}

/**
 * @param {Pick<Lab, 'folder' | 'files' | 'manifest'>} lab
 * @returns {{ template: string, solution: string }} the exercise's absolute files
 */
export function findExerciseFiles ({ folder, files, manifest }) {
  const { exercise } = manifest
  if (exercise) return { template: join(folder, exercise.template), solution: join(folder, exercise.solution) }
  return { template: files.slow, solution: files[findSolutionVariant(manifest)] }
}

/** @param {Manifest} manifest @returns {string} the variant that passes: its counts, ages and warm-up apply to an attempt */
export function findSolutionVariant (manifest) {
  const lesson = findLessonClaim(manifest)
  return lesson ? parseSide(lesson.faster).variant : 'fast'
}

/** Checks that no file of the lab's own exercise is missing. @param {Lab} lab @throws {HotpathError} naming the missing file */
export function checkExerciseFiles (lab) {
  const missing = lab.manifest.exercise && Object.values(findExerciseFiles(lab)).find((file) => !existsSync(file))
  if (missing) throw new HotpathError('BAD_MANIFEST', `lab ${lab.name}: exercise: expected the file ${basename(missing)} next to lab.js, but there is none`)
}
