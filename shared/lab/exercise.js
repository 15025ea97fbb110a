import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { EXPECTED_CALLS_BY_LABEL } from './manifest.js'
import { findMetric } from './metrics.js'
import { findClaimSides, listClaimVariants } from './sides.js'

/**
 * @import { Claim, Manifest } from './manifest.js'
 * @import { Lab } from './load.js'
 */

/** @typedef {keyof typeof EXPECTED_CALLS_BY_LABEL} CallsLabel */
/** @typedef {Extract<Claim, { atLeast: number }>} FasterClaim a required claim that one side is faster */

/**
 * @typedef {object} Step a program on the way from slow to fast
 * @property {string} variant or the name of an own step
 * @property {string} about what an attempt does to reach it
 * @property {FasterClaim | undefined} claim that teaches the step: its metric and workload show whether an attempt has reached it
 * @property {boolean} isExact true if the claim compares this step with the one before it
 */

/** @param {Manifest} manifest @returns {FasterClaim[]} required claims that one variant is faster than another */
export function listFasterClaims ({ claims }) {
  return claims.filter((claim) => 'atLeast' in claim && claim.atLeast >= 1 && new Set(listClaimVariants(claim)).size > 1).map((claim) => /** @type {FasterClaim} */ (claim))
}

/**
 * Lists the steps of a lab's exercise in order. An exercise that the lab judges itself has its own steps.
 * A manifest without these fields has one step, the variant `fast`.
 *
 * @param {Manifest} manifest
 * @returns {Step[]}
 */
export function listExerciseSteps (manifest) {
  if (manifest.exercise) {
    return Object.entries(manifest.exercise.steps).map(([variant, about]) => ({ variant, about, claim: undefined, isExact: false }))
  }
  const { steps = { fast: manifest.variants.fast } } = manifest
  const claims = listFasterClaims(manifest)
  return Object.entries(steps).map(([variant, about], index, all) => {
    const previous = all[index - 1]?.[0] ?? 'slow'
    const isSide = (/** @type {FasterClaim} */ claim, /** @type {'slower' | 'faster'} */ side, /** @type {string} */ name) =>
      parseSide(findClaimSides(claim)[side]).variant === name
    const reaching = claims.filter((claim) => isSide(claim, 'faster', variant))
    const leaving = claims.filter((claim) => isSide(claim, 'slower', previous))
    const exact = reaching.find((claim) => leaving.includes(claim))
    return { variant, about, claim: exact ?? reaching[0] ?? leaving[0], isExact: exact !== undefined }
  })
}

/**
 * @param {Manifest} manifest
 * @param {string} name of a counter
 * @param {string} variant
 * @returns {number | undefined} expected calls per operation; undefined if the lab expects none of this variant
 */
export function findExpectedCallCount ({ counters }, name, variant) {
  const expected = counters[name]?.[variant]
  return EXPECTED_CALLS_BY_LABEL[/** @type {CallsLabel} */ (expected)] ?? /** @type {number | undefined} */ (expected)
}

/** @param {Manifest} manifest @returns {FasterClaim | undefined} the claim that an attempt must meet, if the lab names one */
export function findLessonClaim (manifest) {
  return listFasterClaims(manifest).find(({ id }) => id === manifest.lesson)
}

/**
 * @param {Manifest} manifest
 * @returns {FasterClaim | undefined} the claim that shows an attendee how slow `slow` is: about the solution, if there is such a claim
 */
export function findClaimAboutSlow (manifest) {
  const claims = listFasterClaims(manifest).filter(({ than }) => parseSide(than).variant === 'slow')
  const isAboutSolution = (/** @type {FasterClaim} */ { faster }) => parseSide(faster).variant === findSolutionVariant(manifest)
  return claims.find(({ id }) => id === manifest.lesson) ?? claims.find(isAboutSolution) ?? claims[0]
}

/** @param {Manifest} manifest @returns {string} name of the file that an attendee starts from */
export function describeStartingFile ({ exercise }) {
  return exercise ? exercise.startsFrom : 'slow'
}

/**
 * @param {Manifest} manifest
 * @returns {string} when an attendee's file is done: `until it is fast`, or until it needs little of something
 */
export function describeGoal (manifest) {
  if (manifest.exercise) return manifest.exercise.goal
  const claim = findClaimAboutSlow(manifest)
  const { verb, little } = claim ? findMetric(claim.metric) : {}
  return little ? `until it ${verb} ${little}` : 'until it is fast'
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

/** @param {Manifest} manifest @returns {Step[]} steps after the one that passes */
export function listOptionalSteps (manifest) {
  const steps = listExerciseSteps(manifest)
  const passing = steps.findIndex(({ variant }) => variant === findSolutionVariant(manifest))
  return passing < 0 ? [] : steps.slice(passing + 1)
}

/** Checks that no file of the lab's own exercise is missing. @param {Lab} lab @throws {HotpathError} naming the missing file */
export function checkExerciseFiles (lab) {
  const missing = lab.manifest.exercise && Object.values(findExerciseFiles(lab)).find((file) => !existsSync(file))
  if (missing) throw new HotpathError('BAD_MANIFEST', `lab ${lab.name}: exercise: expected the file ${basename(missing)} next to lab.js, but there is none`)
}
