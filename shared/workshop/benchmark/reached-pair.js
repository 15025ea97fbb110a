import { listExerciseSteps } from 'hotpath/lab'
import { describeExerciseProgress } from '../attempt/reached-step.js'

/** @import { Manifest } from 'hotpath/lab' */
/** @import { JudgedPair } from './judge.js' */
/** @import { Place } from '../attempt/reached-step.js' */

/**
 * Finds how far a benchmark has come: the number of pairs before its first wrong answer, and the next pair.
 *
 * @param {JudgedPair[]} pairs in the lab's order
 * @param {Manifest} manifest
 * @returns {Place} `past` is null, because an attendee starts from no variant
 */
export function findPairReachedByBenchmark (pairs, manifest) {
  const steps = listExerciseSteps(manifest)
  const wrong = pairs.findIndex(({ holds }) => !holds)
  const at = wrong < 0 ? pairs.length : wrong
  return describeExerciseProgress(steps, at, { past: null })
}
