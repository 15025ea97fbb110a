import { dirname } from 'node:path'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { findClaimAboutSlow, findLessonClaim, findSolutionVariant, listExerciseSteps, listOptionalSteps } from './exercise.js'
import { FLAGS_KEY_FOR_ALL_VARIANTS, isServerKind } from './manifest.js'
import { findDefaultMetric } from './metrics.js'
import { findClaimSides, isSwappableClaim, listClaimVariants } from './sides.js'

/**
 * @import { FasterClaim } from './exercise.js'
 * @import { Lab } from './load.js'
 * @import { Claim, Flag, Manifest, ManifestCounter, ServerManifest } from './manifest.js'
 * @import { Result } from './report/result-schema.js'
 */

/**
 * What is measured of a lab. Neither a plan nor its lab is ever changed: what differs from the lab's own claims is a plan of its own.
 *
 * @typedef {object} LabPlan
 * @property {Lab} lab
 * @property {Result['mode']} mode
 * @property {Record<string, Program>} programs by variant; `limit`, the lower bound, is one of them only where it is measured
 * @property {Claim[]} claims
 * @property {Manifest['counters']} counters
 * @property {Manifest['workload']} workload the inputs or the request
 * @property {ServerManifest['workloads']} workloads further requests, by name
 *
 * @typedef {object} Program
 * @property {string} title such as express
 * @property {string} file absolute
 * @property {Flag[]} flags for Node
 * @property {string} [node] range of the versions that run it
 * @property {number} [warmUp] requests
 * @property {number} [maxAgeMs] of its answers
 * @property {number} [maxAgeUnderLoadMs]
 */

/** @typedef {Record<string, Program>} Programs */

/** Title of `fast` in a lab whose solution is the program of an earlier step. */
export const LAST_STEP_TITLE = 'the last step\'s program'

/** Name of the attendee's file among the programs. */
export const ATTEMPT_VARIANT_NAME = 'mine'

/** Value of the field `dependsOn`, for claims that only show which step the attendee's file has reached. */
const DEPENDS_ON = 'your file'

/** Plans a lab's own claims. @param {Lab} lab @returns {LabPlan} */
export function planClaims (lab) {
  const { files, manifest } = lab
  const { variants, limit, flags, node, claims, counters, workload } = manifest
  const { warmUp = {}, maxAgeMs = {}, maxAgeUnderLoadMs = {}, workloads = {} } = /** @type {Partial<ServerManifest>} */ (manifest)
  const programs = mapEntries({ ...variants, ...limit && { limit } }, (title, variant) => ({
    title,
    file: files[variant],
    flags: [...flags[FLAGS_KEY_FOR_ALL_VARIANTS] ?? [], ...flags[variant] ?? []],
    node: node[variant],
    warmUp: warmUp[variant],
    maxAgeMs: maxAgeMs[variant],
    maxAgeUnderLoadMs: maxAgeUnderLoadMs[variant],
  }))
  return { lab, mode: 'measured', programs, claims, counters, workload, workloads }
}

/**
 * Plans an A/A test: both programs of its claim are the variant `slow`, so every difference is noise.
 *
 * @param {Lab} lab
 * @returns {LabPlan}
 */
export function planControl (lab) {
  const { programs: { slow }, claims, ...plan } = planClaims(lab)
  // keeps the metric of the first claim, because metrics differ in noise: latency is often measured without pinning
  const usual = claims.find((claim) => !('dependsOn' in claim) && isAboutOwnWorkload(claim) && claim.metric !== 'stall')
  const metric = usual?.metric ?? findDefaultMetric(lab.manifest.kind)
  return {
    ...plan,
    mode: 'control',
    programs: { slow, fast: { ...slow, title: `${slow.title} again` } },
    counters: {},
    claims: [{ id: 'control', faster: 'fast', than: 'slow', metric, atLeast: 1 }],
  }
}

/**
 * Exchanges the two programs that a claim compares, to test the verdict: the claim must then get the verdict *broken*. The claim is that of
 * the manifest's field `swap`, or else the first suitable one. Counters and limits of age would end the run before anything is timed.
 *
 * @param {Lab} lab
 * @returns {LabPlan}
 * @throws {HotpathError} where no claim's programs can be exchanged
 */
export function planSwap (lab) {
  const { swap } = lab.manifest
  const plan = planClaims(lab)
  const claim = plan.claims.find((claim) => swap === undefined ? isSwappableClaim(claim) : claim.id === swap)
  if (!claim) {
    const expected = 'expected a claim that asks for a ratio of 1 or more between two variants'
    throw new HotpathError('BAD_MANIFEST', `lab ${lab.name} has no claim whose variants can be exchanged: ${expected}`)
  }
  const { programs: { limit, ...programs }, ...exchanged } = exchange(plan, listClaimVariants(claim))
  return { ...exchanged, mode: 'swap', programs: mapEntries(programs, withoutAges), counters: {}, claims: [claim] }
}

/** Exchanges slow and fast, but not the counts expected of them: each must then be wrong. @param {Lab} lab @returns {LabPlan} */
export function planExchange (lab) {
  return exchange(planClaims(lab), ['slow', 'fast'])
}

/** Gives two programs each other's name. @param {LabPlan} plan @param {[string, string]} variants @returns {LabPlan} */
function exchange ({ programs, workload, ...plan }, [one, other]) {
  const places = { [one]: other, [other]: one }
  // `slow` would need hours for an edge case whose right answer stands in lab.js
  const edgeCases = Object.fromEntries(Object.entries(workload.edgeCases).filter(([, asked]) => !('answer' in asked)))
  return {
    ...plan,
    programs: mapEntries(programs, (program, variant) => programs[places[variant]] ?? program),
    workload: /** @type {Manifest['workload']} */ ({ ...workload, edgeCases }),
  }
}

/** Runs another file as `fast`. @param {LabPlan} plan @param {string} file absolute @param {string} [title] @returns {LabPlan} */
export function replaceFastFile (plan, file, title = plan.programs.fast.title) {
  return { ...plan, programs: { ...plan.programs, fast: { ...plan.programs.fast, file, title } } }
}

/**
 * Plans what `fast` is claimed to be faster than, with the file of `slow` in its place.
 *
 * @param {Lab} lab
 * @returns {LabPlan} without claims that slow could meet
 */
export function planUnchanged (lab) {
  const plan = replaceFastFile(planClaims(lab), lab.files.slow)
  const claims = plan.claims.filter((claim) => 'atLeast' in claim && claim.atLeast >= 1 && claim.faster === 'fast' && isAboutOwnWorkload(claim))
  return { ...plan, counters: {}, claims }
}

/**
 * Replaces the variant `fast` by a file, and keeps only required claims about `fast`.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {LabPlan}
 * @throws {HotpathError} where no required claim is about `fast`
 */
export function planWith (lab, file) {
  const plan = planClaims(lab)
  const required = plan.claims.filter((claim) => !('dependsOn' in claim))
  // keeps the claims that `fast` is faster than a variant; without such a claim, keeps the claims that `fast` costs the same as a variant
  const faster = required.filter((claim) => 'atLeast' in claim && parseSide(claim.faster).variant === 'fast')
  const same = required.filter((claim) => 'same' in claim && listClaimVariants(claim).includes('fast'))
  const claims = faster.length ? faster : same
  if (!claims.length) {
    const expected = 'expected a claim without "dependsOn" that compares the variant "fast" with another variant'
    throw new HotpathError('BAD_MANIFEST', `lab ${lab.name} cannot replace its variant "fast" by a file: ${expected}`)
  }
  return { ...replaceFastFile(plan, file, 'your file'), mode: 'with', claims }
}

/** Plans what each program costs beside `fast`, with one input of a size. @param {Lab} lab @param {number} size @returns {LabPlan} */
export function planSize (lab, size) {
  const { kind, sizes } = lab.manifest
  const { programs: { limit, ...programs }, workload, ...plan } = planClaims(lab)
  const input = sizes?.input(size)
  const metric = findDefaultMetric(kind)
  return {
    ...plan,
    programs,
    counters: {},
    workload: /** @type {Manifest['workload']} */ (isServerKind(kind)
      ? { ...workload, ...input, randomInputs: undefined }
      : { ...workload, inputs: () => [input], randomInputs: undefined, edgeCases: {} }),
    workloads: {},
    claims: Object.keys(programs).filter((variant) => variant !== 'fast')
      .map((variant) => ({ id: variant, faster: 'fast', than: variant, metric, dependsOn: 'the size' })),
  }
}

/**
 * Adds the attendee's file to a lab's programs, with the flags of all programs, and as many warm-up requests as the lab's solution.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {LabPlan}
 */
export function planProfile (lab, file) {
  const plan = planClaims(lab)
  const { slow: { flags }, [findSolutionVariant(lab.manifest)]: { warmUp } } = plan.programs
  return { ...plan, programs: { ...plan.programs, [ATTEMPT_VARIANT_NAME]: { title: 'yours', file, flags, warmUp } } }
}

/**
 * Plans the measurements that judge an attendee's file.
 *
 * If the lab's field `lesson` names a claim, the file must meet this claim. Otherwise the file takes the place of `fast`: first in the
 * claim against `slow`, then in the claims about further workloads. Comparisons with the programs of the lab's steps affect no verdict.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {LabPlan[]} one for each workload; none for a lab that judges no file
 */
export function planAttempt (lab, file) {
  const { manifest } = lab
  const main = findClaimOverSlow(lab)
  if (!main) return []
  const profiled = planProfile(lab, file)
  const plan = { ...profiled, mode: /** @type {const} */ ('mine'), programs: nameByRole(manifest, profiled.programs) }
  const lesson = findLessonClaim(manifest)
  const steps = compareWithSteps(manifest, main.metric)
  const overSlow = { ...main, published: undefined, id: ATTEMPT_VARIANT_NAME, faster: ATTEMPT_VARIANT_NAME }
  const { atLeast, published, ...informational } = { ...overSlow, dependsOn: DEPENDS_ON }
  const claims = lesson ? [putMine(lesson), informational, ...steps] : [overSlow, ...steps]
  const { limit } = plan.programs
  const programs = choosePrograms(plan.programs, claims)
  const againstSlow = {
    ...plan,
    // without `fast` the variant `limit` is left out, because reports show the limit as a share of `fast`
    programs: { ...programs, mine: { ...programs.mine, ...findAgeLimits(lab) }, ...programs.fast && limit && { limit } },
    counters: mapEntries(plan.counters, (counter) => countLikeModel(counter, findSolutionVariant(manifest), Boolean(programs.fast))),
    claims,
  }
  const further = lesson ? compareWithLaterSteps(manifest) : listRequired(manifest).filter(({ faster }) => faster.startsWith('fast@')).map(putMine)
  if (further.length === 0) return [againstSlow]
  return [againstSlow, { ...plan, programs: choosePrograms(plan.programs, further), counters: {}, claims: further }]
}

/**
 * Plans what an attendee sees before the first change: how much slow costs, without the reason, which is the exercise.
 *
 * @param {Lab} lab that claims something over slow
 * @returns {LabPlan}
 */
export function planStart (lab) {
  const plan = planClaims(lab)
  const { limit, ...programs } = nameByRole(lab.manifest, plan.programs)
  const claim = /** @type {FasterClaim} */ (findClaimAboutSlow(lab.manifest))
  const { variant } = parseSide(claim.faster)
  const compared = { slow: programs.slow, [variant]: programs[variant] }
  // reports show the limit as a share of `fast`
  const hasLimit = limit && variant === 'fast' && isAboutOwnWorkload(claim)
  return {
    ...plan,
    mode: 'mine',
    programs: mapEntries({ ...compared, ...hasLimit && { limit } }, withoutAges),
    counters: {},
    claims: [{ ...claim, published: undefined }],
  }
}

/**
 * Reduces an attempt's plan to `slow` and the attendee's file, to check answers and call counts without a measurement.
 *
 * @param {Lab} lab that claims something over slow
 * @param {string} file absolute
 * @returns {LabPlan}
 */
export function planAnswerCheck (lab, file) {
  const [plan] = planAttempt(lab, file)
  const { slow, mine } = plan.programs
  return {
    ...plan,
    programs: { slow, mine: { ...mine, title: 'your file' } },
    counters: mapEntries(plan.counters, ({ counts, atMost, mainThread, mine }) =>
      ({ counts, atMost, mainThread, ...mine !== undefined && { mine } })),
    claims: plan.claims.filter(({ id }) => id === ATTEMPT_VARIANT_NAME).slice(0, 1),
  }
}

/** @param {Lab} lab @returns {FasterClaim | undefined} the claim over slow by which a file can be judged; undefined for a demonstration */
export function findClaimOverSlow ({ manifest }) {
  return manifest.demonstration ? undefined : listRequired(manifest).find(({ than }) => than === 'slow')
}

/**
 * @param {Lab} lab
 * @returns {Pick<Program, 'maxAgeMs' | 'maxAgeUnderLoadMs'>} how old an attendee's answers may be: as old as those of the solution, or of
 *   `fast` if the solution has no limit
 */
export function findAgeLimits (lab) {
  const { programs } = planClaims(lab)
  const limits = [findSolutionVariant(lab.manifest), 'fast'].map((variant) => {
    const { maxAgeMs, maxAgeUnderLoadMs } = programs[variant]
    return { maxAgeMs, maxAgeUnderLoadMs }
  })
  return limits.find(hasAgeLimit) ?? {}
}

/**
 * @param {number} ms
 * @param {{ isLoaded: boolean }} when `isLoaded`: the limit applies while requests keep coming, when a request may renew a kept answer
 * @returns {string} a rule, as a sentence without a capital
 */
export function describeAgeLimit (ms, { isLoaded }) {
  if (ms === 0) return 'an answer is never older than its request'
  const age = ms < 1000 ? `${ms} ms` : `${ms / 1000} s`
  return isLoaded ? `while requests keep coming, an answer is at most ${age} old, and as much older as a fetch takes` : `an answer is at most ${age} old`
}

/** @param {Pick<Program, 'maxAgeMs' | 'maxAgeUnderLoadMs'>} program */
export function hasAgeLimit ({ maxAgeMs, maxAgeUnderLoadMs }) {
  return (maxAgeMs ?? maxAgeUnderLoadMs) !== undefined
}

/** @param {Pick<LabPlan, 'programs'>} plan @returns {string[]} its variants, without the lower bound */
export function listVariants ({ programs }) {
  return Object.keys(programs).filter((variant) => variant !== 'limit')
}

/** @param {LabPlan} plan @param {string} variant @returns {boolean} true for the lab's own file, false for an attendee's */
export function isLabProgram ({ lab, programs }, variant) {
  return dirname(programs[variant]?.file ?? '') === lab.folder
}

/**
 * @template T, U
 * @param {Record<string, T>} entries
 * @param {(value: T, key: string) => U} map
 * @returns {Record<string, U>}
 */
export function mapEntries (entries, map) {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, map(value, key)]))
}

/** @param {Manifest} manifest @returns {FasterClaim[]} required claims with a minimum ratio, also below 1 */
function listRequired ({ claims }) {
  return claims.filter((claim) => 'atLeast' in claim).map((claim) => /** @type {FasterClaim} */ (claim))
}

/** @param {Claim} claim */
function isAboutOwnWorkload (claim) {
  return Object.values(findClaimSides(claim)).every((side) => parseSide(side).workload === null)
}

/** Replaces the faster variant of a claim by the attendee's file. @param {FasterClaim} claim @returns {FasterClaim} */
function putMine (claim) {
  const { workload } = parseSide(claim.faster)
  return { ...claim, published: undefined, faster: workload ? `${ATTEMPT_VARIANT_NAME}@${workload}` : ATTEMPT_VARIANT_NAME }
}

/**
 * Makes claims that compare the attendee's file with the program of each step. Leaves out a step (other than `fast`) if its own claim
 * decides without that comparison: a claim under a further workload, or against `slow`.
 *
 * @param {Manifest} manifest
 * @param {FasterClaim['metric']} mainMetric for fast
 * @returns {Extract<Claim, { dependsOn: string }>[]} each with the id of its step
 */
function compareWithSteps (manifest, mainMetric) {
  return listExerciseSteps(manifest).flatMap(({ variant, claim, isExact }) => {
    const isCompared = variant === 'fast' || (claim && isAboutOwnWorkload(claim) && !(isExact && claim.than === 'slow'))
    const metric = variant !== 'fast' && claim ? claim.metric : mainMetric
    return isCompared ? [{ id: variant, faster: ATTEMPT_VARIANT_NAME, than: variant, metric, dependsOn: DEPENDS_ON }] : []
  })
}

/**
 * Makes claims that tell whether a file that has passed has also reached a later step, where that step is about other requests.
 *
 * @param {Manifest} manifest with a lesson
 */
function compareWithLaterSteps (manifest) {
  return listOptionalSteps(manifest).flatMap(({ claim, isExact }) => {
    if (!claim || !isExact || isAboutOwnWorkload(claim)) return []
    const { atLeast, ...informational } = putMine(claim)
    return [{ ...informational, dependsOn: DEPENDS_ON }]
  })
}

/** @param {Programs} programs @param {Claim[]} claims @returns {Programs} slow, and those on the claims' sides, without limits of age */
function choosePrograms (programs, claims) {
  const compared = claims.flatMap(listClaimVariants)
  const others = compared.filter((variant) => !['slow', ATTEMPT_VARIANT_NAME, 'fast'].includes(variant))
  const variants = new Set(['slow', ...others, ATTEMPT_VARIANT_NAME, ...compared])
  return Object.fromEntries([...variants].map((variant) => [variant, withoutAges(programs[variant])]))
}

/**
 * Names the programs whose real names would give the exercise away, by what an attendee knows of them.
 *
 * @param {Manifest} manifest
 * @param {Programs} programs
 * @returns {Programs}
 */
function nameByRole (manifest, programs) {
  const isLastStep = listExerciseSteps(manifest).at(-1)?.variant === 'fast'
  /** @type {Record<string, string>} */
  const titles = { ...isLastStep && { fast: LAST_STEP_TITLE }, [findSolutionVariant(manifest)]: 'the solution', limit: 'the lower bound' }
  return mapEntries(programs, (program, variant) => ({ ...program, title: titles[variant] ?? program.title }))
}

/** @param {Program} program @returns {Program} */
const withoutAges = ({ maxAgeMs, maxAgeUnderLoadMs, ...program }) => program

/**
 * Expects the same call counts from the attendee's file as from the lab's solution.
 *
 * @param {ManifestCounter} counter
 * @param {string} model
 * @param {boolean} hasFast true if fast is measured
 * @returns {ManifestCounter}
 */
function countLikeModel ({ counts, atMost, mainThread, slow, fast, ...others }, model, hasFast) {
  const mine = model === 'fast' ? fast : others[model]
  const expected = Object.entries({ slow, mine, fast: hasFast ? fast : undefined }).filter(([, calls]) => calls !== undefined)
  return { counts, atMost, mainThread, ...Object.fromEntries(expected) }
}
