import { ManifestError } from '../lab/define.js'
import { metricOf } from '../lab/manifest.js'
import { sidesOf, splitSide } from '../lab/sides.js'
import { intervalOf } from '../stats/tests.js'

/** @typedef {import('../lab/find.js').Lab} Lab */

/**
 * The lab with its ends exchanged, and the claims about its own workload, of which one must come out broken. Under another one, for which it
 * was not made, the slow end may take minutes: a thousand calls one after the other do.
 *
 * @param {Lab} lab
 * @returns {Lab}
 */
export function swapped (lab) {
  const claims = ownClaims(lab)
  return {
    ...lab,
    files: { ...lab.files, slow: lab.files.fast, fast: lab.files.slow },
    manifest: { ...lab.manifest, ...warmedAs(lab, { slow: 'fast', fast: 'slow' }), claims: claims.length ? claims : lab.manifest.claims },
  }
}

/** @param {Lab} lab those that gate, about its own workload */
function ownClaims ({ manifest }) {
  return manifest.claims.filter((claim) => !('shown' in claim) && Object.values(sidesOf(claim)).every((side) => splitSide(side).workload === null))
}

/**
 * The lab with `slow` on both sides: whatever difference it shows is noise.
 *
 * @param {Lab} lab
 * @returns {Lab}
 */
export function control (lab) {
  // what its first claim is judged by has a noise of its own: a latency is measured on free processors
  const metric = ownClaims(lab).find(({ metric }) => metric !== 'stall')?.metric ?? metricOf(lab.manifest.kind)
  return {
    ...lab,
    files: { slow: lab.files.slow, fast: lab.files.slow },
    manifest: {
      ...lab.manifest,
      ...warmedAs(lab, { fast: 'slow' }),
      ladder: { slow: lab.manifest.ladder.slow, fast: `${lab.manifest.ladder.slow}, again` },
      limit: undefined,
      counters: {},
      claims: [{ id: 'control', faster: 'fast', than: 'slow', metric, floor: 1, says: 'the same file against itself: no difference to be found' }],
    },
  }
}

/**
 * By its pairs alone: what the rule believes beforehand is not this machine's.
 *
 * @param {Pick<import('./contest.js').JudgedClaim, 'ratio' | 'scatter' | 'pairs'>} claim of a control, with two pairs or more
 * @returns {number} how far from 1 the truth may be by them, such as 0.04: a smaller difference does not show
 */
export function noiseIn ({ ratio, scatter, pairs }) {
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
function warmedAs ({ manifest }, places) {
  if (!('warmUp' in manifest)) return {}
  const moved = (/** @type {Record<string, number>} */ ofVariants) => Object.fromEntries([
    ...Object.entries(ofVariants).filter(([variant]) => !Object.hasOwn(places, variant)),
    ...Object.entries(places).flatMap(([place, from]) => Object.hasOwn(ofVariants, from) ? [[place, ofVariants[from]]] : []),
  ])
  return { warmUp: moved(manifest.warmUp), maxAgeMs: moved(manifest.maxAgeMs) }
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
  if (claims.length === 0) throw new ManifestError(`lab ${lab.name}: claims nothing of fast, so no file can be judged in its place`)
  return { ...lab, files: { ...lab.files, fast: file }, manifest: { ...lab.manifest, claims } }
}
