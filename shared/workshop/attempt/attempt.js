import { sidesOf, splitSide } from 'hotpath/lab'

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('hotpath/measure').Result} Result */
/** @typedef {Extract<import('hotpath/lab').Claim, { floor: number }>} Gate */

/** What the attendee's file is called among the variants. */
export const MINE = 'mine'

/**
 * Adds the attendee's file to the lab's variants, with the warm-up of `fast`.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab}
 */
export function addMine (lab, file) {
  const { manifest, files } = lab
  return { ...lab, files: { ...files, [MINE]: file }, manifest: { ...manifest, ...warmedAsFast(manifest), ladder: { ...manifest.ladder, [MINE]: 'yours' } } }
}

/**
 * The lab with the attendee's file in place of fast, as measurements of which each is worth making only if the one before holds: against
 * slow first, with fast beside it; then under the other workloads, for which slow was not made, against whom fast has to beat there.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab[]} none where nothing is claimed over slow
 */
export function withMine (lab, file) {
  const beside = addMine(lab, file)
  const { manifest } = beside
  const claims = /** @type {Gate[]} */ (manifest.claims.filter((claim) => 'floor' in claim)).map((claim) => ({ ...claim, published: undefined }))
  const main = claims.find(({ than }) => than === 'slow')
  if (!main) return []
  const further = claims.filter(({ faster }) => faster.startsWith('fast@')).map((claim) => ({ ...claim, faster: claim.faster.replace('fast', 'mine') }))
  const rivals = further.map((claim) => splitSide(sidesOf(claim).base).variant)
  const { slow, mine, fast } = manifest.ladder
  const ladder = { slow, ...Object.fromEntries(rivals.map((rival) => [rival, manifest.ladder[rival]])), mine, fast }
  const { metric } = main

  const againstSlow = {
    ...beside,
    manifest: {
      ...manifest,
      ...agedAs(manifest, ['mine']),
      ladder,
      counters: countersOfMine(manifest.counters),
      claims: [
        { ...main, id: 'mine', faster: 'mine' },
        { id: 'fast', faster: 'mine', than: 'fast', metric, shown: 'how much of the solution is in your file' },
      ],
    },
  }
  if (further.length === 0) return [againstSlow]
  return [againstSlow, { ...beside, manifest: { ...manifest, ...agedAs(manifest, []), ladder, limit: undefined, counters: {}, claims: further } }]
}

/**
 * The lab with no more in it than slow and the attendee's file, for whom nothing is measured: answers and counters.
 *
 * @param {Lab} lab about which something is claimed over slow
 * @param {string} file absolute
 * @returns {Lab}
 */
export function toBeExamined (lab, file) {
  const [{ files, manifest }] = withMine(lab, file)
  const counters = Object.fromEntries(Object.entries(manifest.counters).map(([name, { counts, atMost, mine }]) => [name, { counts, atMost, ...(mine !== undefined && { mine }) }]))
  return { ...lab, files, manifest: { ...manifest, ladder: { slow: manifest.ladder.slow, mine: manifest.ladder.mine }, limit: undefined, counters, claims: manifest.claims.slice(0, 1) } }
}

/**
 * @param {Result[]} results of what `withMine` gave, as many as were measured: all but the last hold
 * @returns {Result} one, with the verdict of the last
 */
export function together (results) {
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

/** With as many requests as fast has. @param {import('hotpath/lab').Manifest} manifest */
function warmedAsFast (manifest) {
  if (!('warmUp' in manifest)) return {}
  const { fast } = manifest.warmUp
  return { warmUp: fast === undefined ? manifest.warmUp : { ...manifest.warmUp, [MINE]: fast } }
}

/** As old as the answers of fast may be. @param {import('hotpath/lab').Manifest} manifest @param {string[]} variants those whose age is looked at */
function agedAs (manifest, variants) {
  if (!('maxAgeMs' in manifest)) return {}
  const { fast } = manifest.maxAgeMs
  return { maxAgeMs: Object.fromEntries(fast === undefined ? [] : variants.map((variant) => [variant, fast])) }
}

/** What fast is counted for, the attendee's file is too. @param {Record<string, any>} counters */
function countersOfMine (counters) {
  return Object.fromEntries(Object.entries(counters).map(([name, { counts, atMost, slow, fast }]) =>
    [name, { counts, atMost, ...(slow !== undefined && { slow }), ...(fast !== undefined && { mine: fast, fast }) }]))
}
