import { ManifestError } from '../lab/define.js'
import { metricOf } from '../lab/manifest.js'
import { sidesOf, splitSide, swapClaim, variantsOf } from '../lab/sides.js'
import { intervalOf } from '../stats/tests.js'

/**
 * @import { Lab } from '../lab/load.js'
 * @import { JudgedClaim } from './claim-evaluation.js'
 */

/**
 * Exchanges the two variants of one claim: that claim must come out broken, by its ratio alone. Counters and the age of answers would end it before anything is timed.
 *
 * @param {Lab} lab
 * @returns {Lab}
 * @throws {ManifestError} where the lab has no claim whose variants can be exchanged
 */
export function swapSides (lab) {
  const claim = swapClaim(lab.manifest)
  if (!claim) throw new ManifestError(`lab ${lab.name} has no claim whose variants can be exchanged: expected a claim that asks for a ratio of 1 or more between two variants`)
  const exchanged = exchangeFiles(lab, variantsOf(claim))
  return { ...exchanged, manifest: { ...exchanged.manifest, ...'maxAgeMs' in lab.manifest && { maxAgeMs: {} }, counters: {}, limit: undefined, claims: [claim] } }
}

/**
 * Exchanges slow and fast and keeps the counters, each of which must refuse that.
 *
 * @param {Lab} lab
 * @returns {Lab}
 */
export function swapFilesOnly (lab) {
  return exchangeFiles(lab, ['slow', 'fast'])
}

/** @param {Lab} lab @param {[string, string]} variants @returns {Lab} in which each has the other's file, and what belongs to that file */
function exchangeFiles (lab, [one, other]) {
  const places = { [one]: other, [other]: one }
  return { ...lab, files: moveEntries(lab.files, places), manifest: { ...lab.manifest, ladder: moveEntries(lab.manifest.ladder, places), flags: moveEntries(lab.manifest.flags, places), ...moveWarmUps(lab, places) } }
}

/** @param {Lab} lab those that gate, about its own workload */
function requiredClaims ({ manifest }) {
  return manifest.claims.filter((claim) => !('shown' in claim) && Object.values(sidesOf(claim)).every((side) => splitSide(side).workload === null))
}

/**
 * The lab with `slow` on both sides: whatever difference it shows is noise.
 *
 * @param {Lab} lab
 * @returns {Lab}
 */
export function controlLab (lab) {
  // what its first claim is judged by has a noise of its own: a latency is measured on free processors
  const metric = requiredClaims(lab).find(({ metric }) => metric !== 'stall')?.metric ?? metricOf(lab.manifest.kind)
  return {
    ...lab,
    files: { slow: lab.files.slow, fast: lab.files.slow },
    manifest: {
      ...lab.manifest,
      ...moveWarmUps(lab, { fast: 'slow' }),
      ladder: { slow: lab.manifest.ladder.slow, fast: `${lab.manifest.ladder.slow} again` },
      limit: undefined,
      counters: {},
      claims: [{ id: 'control', faster: 'fast', than: 'slow', metric, floor: 1 }],
    },
  }
}

/**
 * By its pairs alone: what the rule believes beforehand is not this machine's.
 *
 * @param {Pick<JudgedClaim, 'ratio' | 'scatter' | 'pairs'>} claim of a control, with two pairs or more
 * @returns {number} how far from 1 the truth may be by them, such as 0.04: a smaller difference does not show
 */
export function estimateNoise ({ ratio, scatter, pairs }) {
  const [low, high] = intervalOf({ centre: Math.log(ratio), error: Number(scatter) / Math.sqrt(pairs), degrees: pairs - 1 }, 0.95)
  return Math.exp(Math.max(high, -low)) - 1
}

/**
 * Requests belong to a file and not to its place: two equal servers of which one had ten times as many before it was measured read twice as dear.
 * So does the age of its answers.
 *
 * @param {Lab} lab
 * @param {Record<string, string>} places of which each takes what the manifest says
 * @returns {object} what replaces the manifest's own
 */
function moveWarmUps ({ manifest }, places) {
  return 'warmUp' in manifest ? { warmUp: moveEntries(manifest.warmUp, places), maxAgeMs: moveEntries(manifest.maxAgeMs, places) } : {}
}

/**
 * @template T
 * @param {Record<string, T>} ofVariants
 * @param {Record<string, string>} places of which each takes what another has
 * @returns {Record<string, T>}
 */
function moveEntries (ofVariants, places) {
  return Object.fromEntries([
    ...Object.entries(ofVariants).filter(([variant]) => !Object.hasOwn(places, variant)),
    ...Object.entries(places).flatMap(([to, from]) => Object.hasOwn(ofVariants, from) ? [[to, ofVariants[from]]] : []),
  ])
}

/**
 * The lab with another file in place of `fast`, and only the claims that this file has to keep.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab}
 */
export function withFast (lab, file) {
  const gating = lab.manifest.claims.filter((claim) => !('shown' in claim))
  // that it is faster than fast was by so much; where nothing says so, that it costs as much as another
  const faster = gating.filter((claim) => 'floor' in claim && splitSide(claim.faster).variant === 'fast')
  const claims = faster.length ? faster : gating.filter((claim) => 'same' in claim && claim.same.some((side) => splitSide(side).variant === 'fast'))
  if (claims.length === 0) throw new ManifestError(`lab ${lab.name} has no required claim about fast, so it cannot judge a file in place of fast`)
  return { ...lab, files: { ...lab.files, fast: file }, manifest: { ...lab.manifest, ladder: { ...lab.manifest.ladder, fast: 'your file' }, claims } }
}
