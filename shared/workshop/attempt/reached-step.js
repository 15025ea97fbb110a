import { findExpectedCallCount, findSolutionVariant, listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { formatCounters } from '@hotpath-labs/lab/report/counted.js'
import { findClaimSides } from '@hotpath-labs/lab/sides.js'
import { isSameProgram } from '@hotpath-labs/lab/sources.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { isBoundedInterval } from '@hotpath-labs/terminal/numbers.js'
import { ATTEMPT_VARIANT_NAME, describeAgeLimit, findAgeLimits, findClaimOverSlow } from '@hotpath-labs/lab/plans.js'

/**
 * @import { FasterClaim, Step } from '@hotpath-labs/lab/exercise.js'
 * @import { Manifest } from '@hotpath-labs/lab/manifest.js'
 * @import { JudgedRatio } from '@hotpath-labs/lab/measure/run.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** States of a step by one comparison each: the first of them is the step's. */
const STATES_WORST_FIRST = /** @type {const} */ (['missed', 'open', 'unclear', 'reached'])

/** Limits of an answer's age, and when they apply. */
const AGES = /** @type {const} */ ([['maxAgeMs', { isLoaded: false }], ['maxAgeUnderLoadMs', { isLoaded: true }]])

/** @param {import('@hotpath-labs/lab/load.js').Lab} lab @returns {string[]} how old an attendee's answers may be, in sentences */
function listAgeRules (lab) {
  const limits = findClaimOverSlow(lab) ? findAgeLimits(lab) : {}
  return AGES.flatMap(([field, when]) => {
    const ms = limits[field]
    return ms === undefined ? [] : [describeAgeLimit(ms, when)]
  })
}

/**
 * Lists what a lab asks of an attendee's file besides right answers: the age of its answers, and how often it makes a counted call.
 *
 * @param {import('@hotpath-labs/lab/load.js').Lab} lab
 * @param {{ subject?: string, isStart?: boolean }} [how] `subject`: words for the attendee's program; `isStart`: leaves out the counts that
 *   slow does not have, which tell what the exercise is about
 * @returns {string[]} sentences
 */
export function listAttemptRules (lab, { subject = 'your program', isStart = false } = {}) {
  if (!findClaimOverSlow(lab)) return []
  const { counters } = lab.manifest
  const variant = findSolutionVariant(lab.manifest)
  const counted = Object.keys(counters).flatMap((name) => {
    const actual = findExpectedCallCount(lab.manifest, name, variant)
    return actual === undefined || (isStart && isCauseCounted(lab, name)) ? [] : [{ name, variant, actual, expected: actual, holds: true }]
  })
  const named = { lab, counters, programs: { [variant]: { title: subject } } }
  return [...listAgeRules(lab), ...formatCounters(counted, named, { isRule: true })]
}

/**
 * @param {import('@hotpath-labs/lab/load.js').Lab} lab
 * @param {string} [counter] name; by default any
 * @returns {boolean} whether an attendee's file has to make a counted call less often than slow does
 */
export function isCauseCounted ({ manifest }, counter) {
  return Object.keys(manifest.counters).filter((name) => [undefined, name].includes(counter)).some((name) => {
    const expected = findExpectedCallCount(manifest, name, findSolutionVariant(manifest))
    return expected !== undefined && expected !== findExpectedCallCount(manifest, name, 'slow')
  })
}

/**
 * Finds the lab's own program that an attendee's file is, because then its step is known, and need not be measured.
 *
 * @param {import('@hotpath-labs/lab/load.js').Lab} lab
 * @param {string} file absolute
 * @returns {string | undefined} the variant
 */
export function findSameVariant ({ files, manifest }, file) {
  // an attempt runs without the flags of a variant
  const steps = listExerciseSteps(manifest).map(({ variant }) => variant).filter((variant) => !manifest.flags[variant])
  return steps.findLast((variant) => isSameProgram(file, files[variant]))
}

/** @typedef {NonNullable<Result['step']>} Place of an attempt among the lab's steps */
/** @typedef {'reached' | 'missed' | 'open' | 'unclear'} State of a step; `open`: not reached as far as this run can tell */

/**
 * Smallest speed of a file that has reached a step, as a share of the speed of the step's program. `nearby` applies if the step before is
 * nearly as fast, `far` if it is much slower.
 */
const REACHED = { nearby: 0.8, far: 0.4 }

/** Smallest ratio to the last step's program with which a file counts as faster. Equal programs differ by less. */
const BEYOND = 1.15

/**
 * Finds the step that an attendee's file has reached: the step whose program it is, or else from its call counts if one is wrong, or else
 * from its ratios.
 *
 * @param {{ claims: JudgedRatio[], counters: Result['counters'] }} result of the measurements that `planAttempt` planned
 * @param {Manifest} manifest of the lab
 * @param {string} [own] the step whose program the file is
 * @returns {Place | undefined} undefined after a wrong answer or a failure
 */
export function findReachedStep ({ claims, counters }, manifest, own) {
  const steps = listExerciseSteps(manifest)
  const overSlow = claims.find(({ id }) => id === ATTEMPT_VARIANT_NAME)
  const isSlower = overSlow !== undefined && isBoundedInterval(overSlow.interval) && overSlow.interval[1] < 1
  if (own && claims.length) return describeExerciseProgress(steps, steps.findIndex(({ variant }) => variant === own) + 1)
  const wrong = counters.filter(({ variant, holds }) => variant === ATTEMPT_VARIANT_NAME && !holds)
  if (wrong.length) {
    const countsAlike = (/** @type {Step} */ { variant }) =>
      wrong.every(({ name, actual }) => actual === findExpectedCallCount(manifest, name, variant))
    // a file that costs more than slow has reached nothing, whatever it counts
    const at = isSlower ? 0 : steps.findLastIndex(countsAlike) + 1
    return describeExerciseProgress(steps, at, { isSlower, isCounted: !isSlower })
  }
  if (claims.length === 0) return
  const required = claims.filter((claim) => claim.required)
  const states = steps.map((step, index) => {
    if (countsMoreThan(step.variant, counters, manifest)) return 'missed'
    const state = judgeStep(step, steps[index - 1], claims, manifest)
    // a lab of one step has no other place for a file that holds
    if (steps.length === 1 && state === 'unclear' && required.length && required.every(({ verdict }) => verdict === 'holds')) return 'reached'
    // right counts alone reach no last step: the verdict decides about it
    const previous = steps[index - 1]?.variant ?? (index < steps.length - 1 ? 'slow' : undefined)
    // a claim about another step's program tells less about this step than a count
    const isOwn = step.claim && isAbout(manifest, step.claim.id, step.variant)
    return (state === 'unclear' || !isOwn) && !isSlower && countsLikeStep(step.variant, previous, counters, manifest) ? 'reached' : state
  })
  // counts earlier steps as reached too, because a later step with the same metric includes the earlier steps
  for (const [index, state] of states.entries()) {
    const earlier = [...steps.slice(0, index).keys()].filter((before) => shareMetric(steps[before], steps[index]))
    if (state !== 'reached') continue
    for (const before of earlier) states[before] = 'reached'
  }
  const open = states.findIndex((state) => state !== 'reached')
  const at = open < 0 ? steps.length : open
  const { ratio = 0, interval = [0, 0] } = findRatio(claims, steps[steps.length - 1].variant, steps[steps.length - 1].claim) ?? {}
  return describeExerciseProgress(steps, at, {
    // nobody is sent to a step that the file may have reached
    ...states[at] === 'open' && { about: null },
    isUnclear: states[at] === 'unclear',
    isBeyond: open < 0 && ratio >= BEYOND && interval[0] > 1,
    isSlower: at === 0 && isSlower,
    alsoReached: steps.slice(at + 1).filter((_, index) => states[at + 1 + index] === 'reached').map(({ variant }) => variant),
  })
}

/**
 * Finds the step at which a file is from its call counts alone, as far as these tell: right counts alone reach no last step.
 *
 * @param {Result['counters']} counters
 * @param {Manifest} manifest
 * @returns {string | null | undefined} the variant, null for the start; undefined if the counts do not tell
 */
export function findStepByCounts (counters, manifest) {
  const place = findReachedStep({ claims: [], counters }, manifest)
  if (place) return place.reached
  const steps = listExerciseSteps(manifest)
  return steps.findLast(({ variant }, index) => index < steps.length - 1 &&
    countsLikeStep(variant, steps[index - 1]?.variant ?? 'slow', counters, manifest))?.variant
}

/**
 * Describes how many steps of an exercise an attendee has reached, and which step comes next.
 *
 * @param {Step[]} steps
 * @param {number} at number of steps reached
 * @param {Partial<Place>} [more] replaces fields
 * @returns {Place}
 */
export function describeExerciseProgress (steps, at, more) {
  return {
    reached: steps[at - 1]?.variant ?? null,
    next: steps[at]?.variant ?? null,
    about: steps[at]?.about ?? null,
    isUnclear: false,
    isBeyond: false,
    isSlower: false,
    isCounted: false,
    alsoReached: [],
    number: at,
    of: steps.length,
    ...more,
  }
}

/**
 * Tells two steps apart whose ratios this run cannot tell apart: by a count that is the step's and not that of the step before.
 *
 * @param {string} variant of the step
 * @param {string | undefined} previous variant
 * @param {Result['counters']} counters
 * @param {Manifest} manifest
 */
function countsLikeStep (variant, previous, counters, manifest) {
  if (!previous) return false
  const own = counters.filter((counter) => counter.variant === ATTEMPT_VARIANT_NAME)
  const expect = (/** @type {string} */ name, /** @type {string} */ of) => findExpectedCallCount(manifest, name, of)
  const steps = ['slow', ...listExerciseSteps(manifest).map((step) => step.variant)]
  const countsAlike = (/** @type {string} */ other) => own.every(({ name }) => expect(name, other) === expect(name, variant))
  // a program that is no step, and counts as this one does, may be what the file is
  if (Object.keys(manifest.variants).some((other) => !steps.includes(other) && countsAlike(other))) return false
  return own.every(({ name, actual }) => expect(name, variant) === actual) &&
    own.some(({ name, actual }) => ![undefined, actual].includes(expect(name, previous)))
}

/**
 * @param {string} variant of a step
 * @param {Result['counters']} counters
 * @param {Manifest} manifest
 * @returns {boolean} whether the file still does what the step leaves out
 */
function countsMoreThan (variant, counters, manifest) {
  return counters.some((counter) => counter.variant === ATTEMPT_VARIANT_NAME &&
    counter.actual > (findExpectedCallCount(manifest, counter.name, variant) ?? Infinity))
}

/** @param {Step} step @param {Step | undefined} previous @param {JudgedRatio[]} claims @param {Manifest} manifest @returns {State} */
function judgeStep (step, previous, claims, manifest) {
  const { variant, claim, isExact } = step
  // compares with `slow` if the step before has another metric, because ratios of two metrics cannot be compared
  const base = previous && shareMetric(previous, step) ? previous.variant : 'slow'
  const overStep = findRatio(claims, variant, claim)
  const own = isExact && claim ? findRatio(claims, parseSide(claim.than).variant, claim) : undefined
  const states = [
    ...overStep ? [compareWithStep(overStep, findRatio(claims, base, claim))] : [],
    ...!overStep && claim ? [compareWithBound(findRatio(claims, parseSide(claim.than).variant, claim), claim)] : [],
    // the file must also meet the other required claims in which this step's program is the faster variant
    ...claims.filter(({ id, required }) => required && id !== own?.id && isAbout(manifest, id, variant)).map(readVerdict),
  ]
  if (states.length === 0) return 'missed'
  return STATES_WORST_FIRST.find((state) => states.includes(state)) ?? 'reached'
}

/** @param {JudgedRatio} required claim @returns {State} */
function readVerdict ({ verdict, ratio, interval, atLeast }) {
  if (verdict !== 'undecided') return verdict === 'holds' ? 'reached' : 'missed'
  // an undecided ratio below the minimum reaches no step if its interval contains 1, because the file may then be no faster
  return isBoundedInterval(interval) && interval[0] <= 1 && ratio < Number(atLeast) ? 'open' : 'unclear'
}

/** @param {Manifest} manifest @param {string} id of a claim @param {string} variant @returns {boolean} */
function isAbout ({ claims }, id, variant) {
  const claim = claims.find((claim) => claim.id === id)
  return claim !== undefined && parseSide(findClaimSides(claim).faster).variant === variant
}

/**
 * Decides whether a file has reached a step: the file must be about as fast as the step's program, or at least nearer to this speed than to
 * the speed of the step before.
 *
 * @param {JudgedRatio} overStep
 * @param {JudgedRatio} [overPrevious]
 * @returns {State}
 */
function compareWithStep ({ ratio, interval }, overPrevious) {
  const gap = overPrevious ? Math.max(1, overPrevious.ratio / ratio) : 1
  const least = overPrevious ? Math.min(REACHED.nearby, Math.max(REACHED.far, 1 / Math.sqrt(gap))) : REACHED.nearby
  const isPossible = ratio >= least || (isBoundedInterval(interval) && interval[1] >= 1)
  // the step is unclear if the file may be no faster than the program of the step before
  const isPreviousPossible = !isBoundedInterval(interval) || (overPrevious !== undefined && interval[0] <= 1 / gap)
  if (isPossible && isPreviousPossible) return 'unclear'
  return isPossible ? 'reached' : 'missed'
}

/** @param {JudgedRatio | undefined} measured @param {FasterClaim} claim @returns {State} */
function compareWithBound (measured, { atLeast }) {
  // a run ends at the first workload under which the file does not pass
  if (!measured) return 'open'
  const { ratio, interval, required } = measured
  if (required && measured.atLeast === atLeast) return readVerdict(measured)
  if (!isBoundedInterval(interval) || (interval[0] < 1 && interval[1] > atLeast)) return 'unclear'
  return ratio >= atLeast ? 'reached' : 'missed'
}

/**
 * Finds the measured ratio of the attendee's file to a variant, with the metric and workload of the claim `like`.
 *
 * @param {JudgedRatio[]} claims
 * @param {string} variant
 * @param {FasterClaim | undefined} like
 * @returns {JudgedRatio | undefined}
 */
function findRatio (claims, variant, like) {
  const workload = like ? parseSide(like.faster).workload : null
  return claims.find(({ slower, faster, metric }) => {
    const [other, own] = [parseSide(slower), parseSide(faster)]
    const isAttempt = own.variant === ATTEMPT_VARIANT_NAME && own.workload === workload
    return isAttempt && other.variant === variant && (!like || metric === like.metric)
  })
}

/** @param {Step} one @param {Step} other @returns {boolean} */
function shareMetric ({ claim }, { claim: other }) {
  return claim?.metric === other?.metric && parseSide(claim?.faster ?? '').workload === parseSide(other?.faster ?? '').workload
}
