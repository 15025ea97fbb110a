import { findLessonClaim, findSolutionVariant, listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { findClaimSides } from '@hotpath-labs/lab/sides.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'

/**
 * @import { Claim, Manifest, ManifestCounter } from '@hotpath-labs/lab/manifest.js'
 * @import { FasterClaim } from '@hotpath-labs/lab/exercise.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** Name of the attendee's file among the lab's variants. */
export const ATTEMPT_VARIANT_NAME = 'mine'

/** Value of the field `dependsOn`, for claims that only show which step the attendee's file has reached. */
const DEPENDS_ON = 'your file'

/**
 * Adds the attendee's file to the lab's variants, with as many warm-up requests as the lab's solution.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab}
 */
export function addAttemptToLab (lab, file) {
  const { manifest, files } = lab
  const variants = { ...manifest.variants, [ATTEMPT_VARIANT_NAME]: 'yours' }
  return { ...lab, files: { ...files, [ATTEMPT_VARIANT_NAME]: file }, manifest: { ...manifest, ...warmLikeModel(manifest), variants } }
}

/**
 * Plans the measurements that judge an attendee's file.
 *
 * If the lab's field `lesson` names a claim, the file must meet this claim. Otherwise the file takes the place of `fast`: first in the
 * claim against `slow`, then in the claims about further workloads. Comparisons with the programs of the lab's steps affect no verdict.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab[]} one lab for each measurement; none for a demonstration, or if the lab claims nothing over slow
 */
export function makeLabVersionsForAttempt (lab, file) {
  const extended = addAttemptToLab(lab, file)
  const { manifest } = extended
  const lesson = findLessonClaim(manifest)
  const main = listRequired(manifest).find(({ than }) => than === 'slow')
  if (!main || manifest.demonstration) return []
  const steps = compareWithSteps(manifest, main.metric)
  const overSlow = { ...main, published: undefined, id: ATTEMPT_VARIANT_NAME, faster: ATTEMPT_VARIANT_NAME }
  const { atLeast, published, ...informational } = { ...overSlow, dependsOn: DEPENDS_ON }
  const claims = lesson ? [putMine(lesson), informational, ...steps] : [overSlow, ...steps]
  const variants = selectVariants(manifest, claims)
  const againstSlow = {
    ...extended,
    manifest: {
      ...manifest,
      ...limitAge(manifest, [ATTEMPT_VARIANT_NAME]),
      variants,
      // drops the variant `limit` if `fast` is not measured, because reports show the limit as a share of `fast`
      limit: variants.fast ? manifest.limit : undefined,
      counters: mapCounters(manifest, (counter) => countLikeModel(counter, findSolutionVariant(manifest), Boolean(variants.fast))),
      claims,
    },
  }
  const further = lesson ? [] : listRequired(manifest).filter(({ faster }) => faster.startsWith('fast@')).map(putMine)
  if (further.length === 0) return [againstSlow]
  const measured = { variants: selectVariants(manifest, further), claims: further, counters: {}, limit: undefined }
  return [againstSlow, { ...extended, manifest: { ...manifest, ...limitAge(manifest, []), ...measured } }]
}

/** @param {Manifest} manifest @returns {FasterClaim[]} required claims with a minimum ratio, also below 1 */
function listRequired ({ claims }) {
  return claims.filter((claim) => 'atLeast' in claim).map((claim) => /** @type {FasterClaim} */ (claim))
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
    const isOwnWorkload = claim && Object.values(findClaimSides(claim)).every((side) => parseSide(side).workload === null)
    const isCompared = variant === 'fast' || (isOwnWorkload && !(isExact && claim.than === 'slow'))
    const metric = variant !== 'fast' && claim ? claim.metric : mainMetric
    return isCompared ? [{ id: variant, faster: ATTEMPT_VARIANT_NAME, than: variant, metric, dependsOn: DEPENDS_ON }] : []
  })
}

/** @param {Manifest} manifest @param {Claim[]} claims @returns {Record<string, string>} slow, and the variants on their sides */
function selectVariants ({ variants }, claims) {
  const compared = claims.flatMap((claim) => Object.values(findClaimSides(claim))).map((side) => parseSide(side).variant)
  const others = compared.filter((variant) => !['slow', ATTEMPT_VARIANT_NAME, 'fast'].includes(variant))
  const names = new Set(['slow', ...others, ATTEMPT_VARIANT_NAME, ...compared])
  return Object.fromEntries([...names].map((name) => [name, variants[name]]))
}

/**
 * Reduces the lab to `slow` and the attendee's file, to check answers and call counts without a measurement.
 *
 * @param {Lab} lab that claims something over slow
 * @param {string} file absolute
 * @returns {Lab}
 */
export function makeLabForAnswerCheck (lab, file) {
  const [{ files, manifest }] = makeLabVersionsForAttempt(lab, file)
  const { variants: { slow, mine }, claims } = manifest
  const counters = mapCounters(manifest, ({ counts, atMost, mine }) => ({ counts, atMost, ...(mine !== undefined && { mine }) }))
  const [overSlow] = claims.filter(({ id }) => id === ATTEMPT_VARIANT_NAME)
  return { ...lab, files, manifest: { ...manifest, variants: { slow, mine }, limit: undefined, counters, claims: [overSlow] } }
}

/**
 * Makes the manifest for one report about all measurements that `makeLabVersionsForAttempt` planned.
 *
 * @param {Lab[]} stages at least one
 * @returns {Manifest} the first, with the names of all measured variants
 */
export function makeManifestForAttemptReport (stages) {
  const [{ manifest }] = stages
  return { ...manifest, variants: Object.assign({}, ...stages.map(({ manifest: { variants } }) => variants)) }
}

/**
 * Merges the results of the measurements that `makeLabVersionsForAttempt` planned into one result.
 *
 * @param {Result[]} results of the measurements made; all but the last hold
 * @returns {Result} with the verdict of the last
 */
export function combineAttemptResults (results) {
  const last = results[results.length - 1]
  const { firstBlockSeconds, counters, limit } = results[0]
  return {
    ...last,
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
    oracle: last.oracle && { ...last.oracle, checked: results.reduce((sum, { oracle }) => sum + (oracle?.checked ?? 0), 0) },
    variants: Object.assign({}, ...results.map(({ variants }) => variants)),
    firstBlockSeconds,
    counters,
    limit,
    claims: results.flatMap((result) => result.claims),
  }
}

/** Gives the attendee's file as many warm-up requests as the lab's solution. @param {Manifest} manifest */
function warmLikeModel (manifest) {
  const model = findSolutionVariant(manifest)
  if (!('warmUp' in manifest) || manifest.warmUp[model] === undefined) return {}
  return { warmUp: { ...manifest.warmUp, [ATTEMPT_VARIANT_NAME]: manifest.warmUp[model] } }
}

/**
 * Gives the answers of these variants (and of no others) the age limit of the lab's solution, or of `fast` if the solution has no limit.
 *
 * @param {Manifest} manifest
 * @param {string[]} variants
 */
function limitAge (manifest, variants) {
  if (!('maxAgeMs' in manifest)) return {}
  const { maxAgeMs, maxAgeUnderLoadMs } = manifest
  const model = findSolutionVariant(manifest)
  const limiting = [maxAgeMs, maxAgeUnderLoadMs].some((ages) => ages[model] !== undefined) ? model : 'fast'
  const limit = (/** @type {Record<string, number>} */ ages) =>
    Object.fromEntries(ages[limiting] === undefined ? [] : variants.map((variant) => [variant, ages[limiting]]))
  return { maxAgeMs: limit(maxAgeMs), maxAgeUnderLoadMs: limit(maxAgeUnderLoadMs) }
}

/** @param {Manifest} manifest @param {(counter: ManifestCounter) => ManifestCounter} change @returns {Manifest['counters']} */
function mapCounters ({ counters }, change) {
  return Object.fromEntries(Object.entries(counters).map(([name, counter]) => [name, change(counter)]))
}

/**
 * Expects the same call counts from the attendee's file as from the lab's solution.
 *
 * @param {ManifestCounter} counter
 * @param {string} model
 * @param {boolean} hasFast true if fast is measured
 */
function countLikeModel ({ counts, atMost, slow, fast, ...others }, model, hasFast) {
  const mine = model === 'fast' ? fast : others[model]
  const expected = Object.entries({ slow, mine, fast: hasFast ? fast : undefined }).filter(([, calls]) => calls !== undefined)
  return { counts, atMost, ...Object.fromEntries(expected) }
}
