import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { parseSide } from '@hotpath-labs/engine/figures.js'
import { computeConfidenceInterval } from '@hotpath-labs/engine/stats/tests.js'
import { findDefaultMetric } from '../manifest.js'
import { findClaimSides, findClaimForSwapOption, listClaimVariants } from '../sides.js'

/**
 * @import { Lab } from '../load.js'
 * @import { Claim } from '../manifest.js'
 * @import { JudgedClaim } from '../report/result-schema.js'
 */

/**
 * Exchanges the files of the two variants that a claim compares, to test the verdict: the claim must then get the verdict *broken*. Removes
 * counters and age limits, because they would end the run before anything is timed.
 *
 * @param {Lab} lab
 * @returns {Lab}
 * @throws {HotpathError} where no claim's variants can be exchanged
 */
export function exchangeVariantsOfClaim (lab) {
  const claim = findClaimForSwapOption(lab.manifest)
  if (!claim) {
    const expected = 'expected a claim that asks for a ratio of 1 or more between two variants'
    throw new HotpathError('BAD_MANIFEST', `lab ${lab.name} has no claim whose variants can be exchanged: ${expected}`)
  }
  const exchanged = exchangeFiles(lab, listClaimVariants(claim))
  const ages = 'maxAgeMs' in lab.manifest && { maxAgeMs: {}, maxAgeUnderLoadMs: {} }
  return { ...exchanged, manifest: { ...exchanged.manifest, ...ages, counters: {}, limit: undefined, claims: [claim] } }
}

/**
 * Exchanges the files of the variants `slow` and `fast`, but keeps the expected call counts, to test the counters: each count must then be
 * wrong.
 *
 * @param {Lab} lab
 * @returns {Lab}
 */
export function exchangeSlowAndFastFiles (lab) {
  return exchangeFiles(lab, ['slow', 'fast'])
}

/** Exchanges the files and settings of two variants. @param {Lab} lab @param {[string, string]} variants @returns {Lab} */
function exchangeFiles (lab, [one, other]) {
  const places = { [one]: other, [other]: one }
  const { variants, flags } = lab.manifest
  const moved = { variants: moveEntries(variants, places), flags: moveEntries(flags, places), ...moveWarmUps(lab, places) }
  return { ...lab, files: moveEntries(lab.files, places), manifest: { ...lab.manifest, ...moved } }
}

/** @param {Lab} lab @returns {Claim[]} required claims about its own workload */
function requiredClaims ({ manifest }) {
  const isOwn = (/** @type {Claim} */ claim) => Object.values(findClaimSides(claim)).every((side) => parseSide(side).workload === null)
  return manifest.claims.filter((claim) => !('dependsOn' in claim) && isOwn(claim))
}

/**
 * Makes a lab for an A/A test: both programs of its claim are the variant `slow`, so every difference is noise.
 *
 * @param {Lab} lab
 * @returns {Lab}
 */
export function makeAATestLab (lab) {
  // keeps the metric of the first claim, because metrics differ in noise: latency is often measured without pinning
  const metric = requiredClaims(lab).find(({ metric }) => metric !== 'stall')?.metric ?? findDefaultMetric(lab.manifest.kind)
  return {
    ...lab,
    files: { slow: lab.files.slow, fast: lab.files.slow },
    manifest: {
      ...lab.manifest,
      ...moveWarmUps(lab, { fast: 'slow' }),
      variants: { slow: lab.manifest.variants.slow, fast: `${lab.manifest.variants.slow} again` },
      limit: undefined,
      counters: {},
      claims: [{ id: 'control', faster: 'fast', than: 'slow', metric, atLeast: 1 }],
    },
  }
}

/**
 * Estimates this machine's noise from an A/A test. Uses only the measured ratios, not the assumed noise that verdicts also use.
 *
 * @param {Pick<JudgedClaim, 'ratio' | 'scatter' | 'pairs'>} claim of an A/A test, with two pairs or more
 * @returns {number} smallest visible difference, such as 0.04
 */
export function estimateNoiseFromAATest ({ ratio, scatter, pairs }) {
  const estimate = { centre: Math.log(ratio), error: Number(scatter) / Math.sqrt(pairs), degrees: pairs - 1 }
  const [low, high] = computeConfidenceInterval(estimate, 0.95)
  return Math.exp(Math.max(high, -low)) - 1
}

/**
 * When two variants exchange files, also exchanges their warm-ups and the limits of their answers' age. When one of two equal servers got
 * a ten times longer warm-up, their measured costs differed by a factor of 2.
 *
 * @param {Lab} lab
 * @param {Record<string, string>} places by variant: the variant whose settings it takes over
 * @returns {object} fields that replace the manifest's
 */
function moveWarmUps ({ manifest }, places) {
  if (!('warmUp' in manifest)) return {}
  const { warmUp, maxAgeMs, maxAgeUnderLoadMs } = manifest
  const move = (/** @type {Record<string, number>} */ entries = {}) => moveEntries(entries, places)
  return { warmUp: move(warmUp), maxAgeMs: move(maxAgeMs), maxAgeUnderLoadMs: move(maxAgeUnderLoadMs) }
}

/**
 * @template T
 * @param {Record<string, T>} ofVariants
 * @param {Record<string, string>} places by variant: the variant whose entry it takes over
 * @returns {Record<string, T>}
 */
function moveEntries (ofVariants, places) {
  return Object.fromEntries([
    ...Object.entries(ofVariants).filter(([variant]) => !Object.hasOwn(places, variant)),
    ...Object.entries(places).flatMap(([to, from]) => Object.hasOwn(ofVariants, from) ? [[to, ofVariants[from]]] : []),
  ])
}

/**
 * Replaces the variant `fast` by an attendee's file, and keeps only required claims about `fast`.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab}
 * @throws {HotpathError} where no required claim is about `fast`
 */
export function replaceFastFile (lab, file) {
  const required = lab.manifest.claims.filter((claim) => !('dependsOn' in claim))
  // keeps the claims that `fast` is faster than a variant; without such a claim, keeps the claims that `fast` costs the same as a variant
  const faster = required.filter((claim) => 'atLeast' in claim && parseSide(claim.faster).variant === 'fast')
  const same = required.filter((claim) => 'same' in claim && claim.same.some((side) => parseSide(side).variant === 'fast'))
  const claims = faster.length ? faster : same
  if (!claims.length) {
    const expected = 'expected a claim without "dependsOn" that compares the variant "fast" with another variant'
    throw new HotpathError('BAD_MANIFEST', `lab ${lab.name} cannot replace its variant "fast" by a file: ${expected}`)
  }
  const variants = { ...lab.manifest.variants, fast: 'your file' }
  return { ...lab, files: { ...lab.files, fast: file }, manifest: { ...lab.manifest, variants, claims } }
}
