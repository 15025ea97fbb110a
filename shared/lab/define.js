import * as v from 'valibot'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { EXPECTED_CALLS_BY_LABEL, FLAGS_KEY_FOR_ALL_VARIANTS, listExpectedCounts, manifestSchemas } from './manifest.js'
import { METRICS_BY_LAB_KIND } from './metrics.js'
import { formatManifestError, formatInvalidValue, joinWithCommas } from './manifest-error.js'
import { isSwappableClaim, findClaimSides, listClaimVariants } from './sides.js'
import { findLessonClaim, listExerciseSteps, listFasterClaims } from './exercise.js'

/**
 * @import { Manifest, ServerManifest } from './manifest.js'
 * @import { Kind } from './metrics.js'
 */

/**
 * Checks a lab's manifest and adds default values.
 *
 * @param {object} manifest see CONTRIBUTING.md, and any lab.js
 * @returns {Manifest} with its defaults filled in
 * @throws {HotpathError} naming the field and what was expected
 */
export function defineLab (manifest) {
  const { kind, hints } = /** @type {{ kind: string, hints?: unknown }} */ (manifest) ?? {}
  if (hints) throw new HotpathError('BAD_MANIFEST', 'hints: write them into hints.md beside lab.js, as a numbered list')
  if (!Object.hasOwn(manifestSchemas, kind)) throw new HotpathError('BAD_MANIFEST', `kind: expected ${joinWithCommas(Object.keys(manifestSchemas))}, but it is ${formatInvalidValue(kind)}`)
  /** @type {v.GenericSchema<any, Manifest> & { entries: object }} */
  const schema = manifestSchemas[/** @type {Kind} */ (kind)]
  const parsed = v.safeParse(schema, manifest, { abortPipeEarly: true })
  if (!parsed.success) throw new HotpathError('BAD_MANIFEST', formatManifestError(parsed.issues[0], Object.keys(schema.entries)))
  checkNames(parsed.output)
  return parsed.output
}

/**
 * @param {string} where the field
 * @param {string} expected
 * @param {string} given what is there instead, as a clause
 * @returns {never}
 */
function refuse (where, expected, given) {
  throw new HotpathError('BAD_MANIFEST', `${where}: expected ${expected}, but ${given}`)
}

/** @param {Manifest} lab */
function checkNames (lab) {
  const variants = Object.keys(lab.variants)
  for (const needed of ['slow', 'fast']) {
    if (!variants.includes(needed)) refuse('variants', `a variant named ${needed}`, `there are only ${joinWithCommas(variants)}`)
  }
  // `slow` and `fast` may have no flags of their own, because an attendee's file is compared with them and has none
  const steps = variants.filter((variant) => variant !== 'slow' && variant !== 'fast')
  const flagged = Object.keys(lab.flags).find((variant) => variant !== FLAGS_KEY_FOR_ALL_VARIANTS && !steps.includes(variant))
  if (flagged) {
    refuse('flags', `the name of a variant other than slow and fast (${joinWithCommas(steps) || 'there is none'}), or ${FLAGS_KEY_FOR_ALL_VARIANTS} for all variants`, `it names ${formatInvalidValue(flagged)}`)
  }
  const needed = ['slow', 'fast', ...Object.keys(lab.steps ?? {})]
  const ranged = Object.keys(lab.node).find((variant) => needed.includes(variant) || !variants.includes(variant))
  if (ranged) {
    const possible = variants.filter((variant) => !needed.includes(variant))
    refuse('node', `the name of a variant that is neither slow, fast nor a step (${joinWithCommas(possible) || 'there is none'})`, `it names ${formatInvalidValue(ranged)}`)
  }
  const ids = lab.claims.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) refuse('claims', 'every id once', `${formatInvalidValue(twice)} is used twice`)
  const exchangeable = lab.claims.filter(isSwappableClaim).map(({ id }) => id)
  if (lab.swap !== undefined && !exchangeable.includes(lab.swap)) {
    const ids = joinWithCommas(exchangeable) || 'there is none'
    refuse('swap', `the id of a claim that asks for a ratio of 1 or more between two variants (${ids})`, `it is ${formatInvalidValue(lab.swap)}`)
  }
  checkCommand(lab)
  checkSides(lab, variants)
  checkMetrics(lab)
  checkExercise(lab, variants)
}

/** Refuses fields that would need the measured code in the worker's own process. @param {Manifest} lab */
function checkCommand ({ kind, counters, flags, sizes }) {
  if (kind !== 'command') return
  const [field] = Object.entries({ counters, flags, sizes }).find(([, given = {}]) => Object.keys(given).length > 0) ?? []
  if (field) refuse(field, 'no such field in a lab of kind command', 'each run of a command is a process of its own')
}

/** Checks the manifest's fields that describe the exercise, such as `steps`. @param {Manifest} lab @param {string[]} variants */
function checkExercise (lab, variants) {
  const { demonstration, exercise, givesUp, lesson, steps } = lab
  const claims = listFasterClaims(lab)
  const field = steps ? 'steps' : lesson ? 'lesson' : exercise ? 'exercise' : undefined
  if (demonstration && field) refuse(field, 'no such field in a demonstration, because a demonstration has no exercise', 'demonstration is true')
  if (exercise && field !== 'exercise') refuse(String(field), 'no such field, because `exercise` has its own steps', 'there is an exercise')
  const taught = findLessonClaim(lab)
  if (lesson !== undefined && !taught) {
    refuse('lesson', `the id of a required claim that one variant is faster (${joinWithCommas(claims.map(({ id }) => id)) || 'there is none'})`, `it is ${formatInvalidValue(lesson)}`)
  }
  const lost = Object.keys(givesUp).find((name) => !listExerciseSteps(lab).some(({ variant }) => variant === name))
  if (lost) refuse('givesUp', 'steps of the exercise', `it names ${formatInvalidValue(lost)}`)
  if (!steps) return
  const names = Object.keys(steps)
  const possible = variants.filter((variant) => variant !== 'slow' && !lab.flags[variant] && claims.some((claim) => listClaimVariants(claim).includes(variant)))
  const wrong = names.find((name) => !possible.includes(name))
  if (wrong) refuse('steps', `variants of required claims (${joinWithCommas(possible)})`, `it names ${formatInvalidValue(wrong)}`)
  const inOrder = variants.filter((variant) => names.includes(variant))
  if (names.length === 0 || inOrder.some((name, index) => name !== names[index])) {
    refuse('steps', `at least one step, in the same order as in "variants" (${joinWithCommas(possible)})`, `they are ${joinWithCommas(names) || 'none'}`)
  }
  const reached = taught && parseSide(taught.faster).variant
  if (reached && !names.includes(reached)) refuse('steps', `the step ${reached}, because the claim of the field "lesson" is about this step`, `they are ${joinWithCommas(names)}`)
}

/** @param {Manifest} lab @param {string[]} variants */
function checkSides (lab, variants) {
  const workloads = listWorkloads(lab)
  const sides = lab.claims.flatMap((claim, index) => Object.values(findClaimSides(claim)).map((side) => ({ side, where: `claims.${index}` })))
  for (const [name, counter] of Object.entries(lab.counters)) {
    for (const [side, words] of Object.entries(listExpectedCounts(counter))) {
      const isKnown = typeof words === 'number' || Object.hasOwn(EXPECTED_CALLS_BY_LABEL, String(words))
      if (!isKnown) refuse(`counters.${name}.${side}`, `${joinWithCommas(Object.keys(EXPECTED_CALLS_BY_LABEL))} or a number`, `it is ${formatInvalidValue(words)}`)
      sides.push({ side, where: `counters.${name}` })
    }
  }
  for (const where of /** @type {const} */ (['maxAgeMs', 'maxAgeUnderLoadMs'])) {
    if (where in lab) sides.push(...Object.keys(/** @type {ServerManifest} */ (lab)[where]).map((side) => ({ side, where })))
  }
  for (const { side, where } of sides) {
    const { variant, workload } = parseSide(side)
    if (!variants.includes(variant)) refuse(where, `one of the variants (${joinWithCommas(variants)})`, `it names ${formatInvalidValue(variant)}`)
    if (workload !== null && !Object.hasOwn(workloads, workload)) {
      refuse(where, `one of the workloads (${joinWithCommas(Object.keys(workloads)) || 'there are none'})`, `it names ${formatInvalidValue(workload)}`)
    }
  }
}

/** @param {Manifest} lab */
function checkMetrics (lab) {
  const workloads = listWorkloads(lab)
  if ('background' in lab.workload && lab.workload.background !== undefined) {
    throw new HotpathError('BAD_MANIFEST', 'workload.background: expected this field only in one of the workloads; the lab\'s own workload runs alone')
  }
  for (const [name, { background }] of Object.entries(workloads)) {
    if (background !== undefined && !Object.hasOwn(workloads, background)) {
      refuse(`workloads.${name}.background`, `the name of another workload (${joinWithCommas(Object.keys(workloads))})`, `it is ${formatInvalidValue(background)}`)
    }
  }
  /** @type {readonly string[]} */
  const metrics = METRICS_BY_LAB_KIND[lab.kind]
  for (const [index, claim] of lab.claims.entries()) {
    if (!metrics.includes(claim.metric)) {
      refuse(`claims.${index}.metric`, `${joinWithCommas(metrics)} for a lab of kind ${lab.kind}`, `it is ${formatInvalidValue(claim.metric)}`)
    }
    const alone = claim.metric === 'stall' && Object.values(findClaimSides(claim)).find((side) => !workloads[parseSide(side).workload ?? '']?.background)
    if (alone) refuse(`claims.${index}`, 'variants with a workload that has the field `background`, because background requests cause the stalls', `${formatInvalidValue(alone)} has none`)
  }
}

/** @param {Manifest} lab @returns {Record<string, { background?: string }>} its further workloads, by name */
const listWorkloads = (lab) => 'workloads' in lab ? lab.workloads : {}
