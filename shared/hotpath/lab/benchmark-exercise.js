import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ManifestError } from './define.js'
import { findLessonClaim } from './steps.js'
import { parseClaimSide } from './sides.js'

/** @import { Lab } from './load.js' */
/** @import { Manifest } from './manifest.js' */

/** File names of an exercise in which an attendee writes a benchmark: the benchmark to start from, and the solution. */
const FILES = { template: 'naive.cjs', solution: 'solution.cjs' }

/** @typedef {{ name: string, truth: number, files: [string, string] }} Pair two functions whose ratio is known, in absolute files */

/** @param {Pick<Manifest, 'exercise'>} manifest @returns {boolean} true if an attendee writes a benchmark */
export function isBenchmarkExercise ({ exercise }) {
  return exercise === 'benchmark'
}

/** @param {Manifest} manifest @returns {string} name of the file that an attendee starts from */
export function describeStartingFile (manifest) {
  return isBenchmarkExercise(manifest) ? 'the naive benchmark' : 'slow'
}

/**
 * @param {Pick<Lab, 'folder' | 'files' | 'manifest'>} lab
 * @returns {{ template: string, solution: string }} the exercise's absolute files
 */
export function findExerciseFiles ({ folder, files, manifest }) {
  if (isBenchmarkExercise(manifest)) return { template: join(folder, FILES.template), solution: join(folder, FILES.solution) }
  return { template: files.slow, solution: files[findSolutionVariant(manifest)] }
}

/** @param {Manifest} manifest @returns {string} the variant that passes: its counts, ages and warm-up apply to an attempt */
export function findSolutionVariant (manifest) {
  const lesson = findLessonClaim(manifest)
  return lesson ? parseClaimSide(lesson.faster).variant : 'fast'
}

/** @param {Pick<Lab, 'folder' | 'manifest'>} lab @returns {Pair[]} none if the exercise is no benchmark */
export function listBenchmarkPairs ({ folder, manifest }) {
  return Object.entries(manifest.pairs ?? {}).map(([name, { truth }]) =>
    ({ name, truth, files: [join(folder, 'pairs', name, 'a.cjs'), join(folder, 'pairs', name, 'b.cjs')] }))
}

/** Checks that no file of a benchmark exercise is missing. @param {Lab} lab @throws {ManifestError} naming the missing file */
export function checkExerciseFiles (lab) {
  if (!isBenchmarkExercise(lab.manifest)) return
  const expected = [...Object.values(findExerciseFiles(lab)), ...listBenchmarkPairs(lab).flatMap(({ files }) => files)]
  const missing = expected.find((file) => !existsSync(file))
  if (!missing) return
  const path = relative(lab.folder, missing)
  throw new ManifestError(`lab ${lab.name}: exercise: expected the file ${path} for the benchmark, but there is none`)
}
