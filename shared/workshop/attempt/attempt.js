import { findSides, splitSide } from 'hotpath/lab'

/** @import { Claim, Lab, Manifest } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */
/** @typedef {Extract<Claim, { atLeast: number }>} RequiredClaim */

/** Variant name of the attendee's file. */
export const ATTEMPT = 'mine'

/**
 * Adds the attendee's file to the lab's variants, with the warm-up of `fast`.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab}
 */
export function addMine (lab, file) {
  const { manifest, files } = lab
  const variants = { ...manifest.variants, [ATTEMPT]: 'yours' }
  return { ...lab, files: { ...files, [ATTEMPT]: file }, manifest: { ...manifest, ...warmLikeFast(manifest), variants } }
}

/**
 * Plans the measurements of the attendee's file in place of `fast`. Each one is worth its time only if the earlier one holds:
 * first against `slow`, beside `fast`; then each further workload, against the variant that `fast` must beat there.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab[]} one lab for each measurement; none if the lab claims nothing over slow
 */
export function withMine (lab, file) {
  const extended = addMine(lab, file)
  const { manifest } = extended
  const required = /** @type {RequiredClaim[]} */ (manifest.claims.filter((claim) => 'atLeast' in claim))
  const claims = required.map((claim) => ({ ...claim, published: undefined }))
  const main = claims.find(({ than }) => than === 'slow')
  if (!main) return []
  const further = claims.filter(({ faster }) => faster.startsWith('fast@'))
    .map((claim) => ({ ...claim, faster: claim.faster.replace('fast', ATTEMPT) }))
  const rivals = further.map((claim) => splitSide(findSides(claim).slower).variant)
  const { slow, mine, fast } = manifest.variants
  const variants = { slow, ...Object.fromEntries(rivals.map((rival) => [rival, manifest.variants[rival]])), mine, fast }

  const againstSlow = {
    ...extended,
    manifest: {
      ...manifest,
      ...limitAge(manifest, [ATTEMPT]),
      variants,
      counters: mapCounters(manifest, countLikeFast),
      claims: [
        { ...main, id: 'mine', faster: ATTEMPT },
        { id: 'fast', faster: ATTEMPT, than: 'fast', metric: main.metric, dependsOn: 'how much of the solution is in your file' },
      ],
    },
  }
  if (further.length === 0) return [againstSlow]
  const others = { ...manifest, ...limitAge(manifest, []), variants, limit: undefined, counters: {}, claims: further }
  return [againstSlow, { ...extended, manifest: others }]
}

/**
 * Reduces the lab to `slow` and the attendee's file, for checking answers and counters without a measurement.
 *
 * @param {Lab} lab that claims something over slow
 * @param {string} file absolute
 * @returns {Lab}
 */
export function findLabToCheck (lab, file) {
  const [{ files, manifest }] = withMine(lab, file)
  const { variants: { slow, mine }, claims } = manifest
  const counters = mapCounters(manifest, ({ slow, fast, ...counter }) => counter)
  return { ...lab, files, manifest: { ...manifest, variants: { slow, mine }, limit: undefined, counters, claims: claims.slice(0, 1) } }
}

/**
 * Merges the results of the measurements that `withMine` planned.
 *
 * @param {Result[]} results of the measurements made; all but the last hold
 * @returns {Result} with the verdict of the last
 */
export function combineResults (results) {
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
    speeds: results.flatMap(({ speeds }) => speeds),
    claims: results.flatMap((result) => result.claims),
  }
}

/** Gives the attendee's file as many warm-up requests as fast. @param {Manifest} manifest */
function warmLikeFast (manifest) {
  if (!('warmUp' in manifest) || manifest.warmUp.fast === undefined) return {}
  return { warmUp: { ...manifest.warmUp, [ATTEMPT]: manifest.warmUp.fast } }
}

/** Gives the variants the age limit of fast, and other variants none. @param {Manifest} manifest @param {string[]} variants */
function limitAge (manifest, variants) {
  if (!('maxAgeMs' in manifest)) return {}
  const { fast } = manifest.maxAgeMs
  return { maxAgeMs: Object.fromEntries(fast === undefined ? [] : variants.map((variant) => [variant, fast])) }
}

/** @param {Manifest} manifest @param {(counter: any) => any} change @returns {Manifest['counters']} */
function mapCounters ({ counters }, change) {
  return Object.fromEntries(Object.entries(counters).map(([name, counter]) => [name, change(counter)]))
}

/** Expects the counts of fast from the attendee's file. @param {any} counter */
function countLikeFast ({ counts, atMost, slow, fast }) {
  return { counts, atMost, ...(slow !== undefined && { slow }), ...(fast !== undefined && { mine: fast, fast }) }
}
