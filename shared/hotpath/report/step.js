import { listEqualVariants } from '../lab/steps.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * Writes which step of the exercise an attendee's file has reached, and how to reach the next step.
 *
 * @param {NonNullable<Result['step']>} step
 * @returns {string} such as: step 1 of 2: past slow, at bytes; next: keep the answer. Without variants: past twice, at dead-code
 */
export function formatReachedExerciseStep (step) {
  const { next, about, alsoReached, isCounted } = step
  const also = alsoReached.length ? `; already as good as ${alsoReached.join(' and ')}, but not as good as the earlier step ${next}` : ''
  return `step ${step.number} of ${step.of}: ${describeExerciseProgress(step)}${isCounted ? ' by its counts' : ''}${also}${about ? `; next: ${about}` : ''}`
}

/** @param {NonNullable<Result['step']>} step */
function describeExerciseProgress ({ reached, past, next, isUnclear, isBeyond, isSlower }) {
  // With `reached`, `past` is null only in an exercise that the lab judges itself, because no variant comes before its steps.
  if (reached && !past) return next ? `past ${reached}, at ${next}` : `past ${reached}, the last step`
  if (isUnclear) return `at ${reached ?? 'slow'} or already at ${next}, this run cannot tell which`
  if (isBeyond) return `beyond ${reached}, the last step`
  if (!next) return `past ${past}, at ${reached}, the last step`
  if (isSlower) return 'slower than slow'
  return reached ? `past ${past}, at ${reached}` : `not yet at ${next}`
}

/**
 * Lists in words the variants that are not steps of the exercise, because they cost as much as another variant.
 *
 * @param {Manifest} manifest
 * @returns {string} a sentence; empty if there are none
 */
export function formatEqualVariants (manifest) {
  return listEqualVariants(manifest).map(({ variant, like }) => `${variant} costs about as much as ${like}`).join(', and ')
}
