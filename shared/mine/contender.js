import { sidesOf, splitSide } from '../lab/sides.js'

/** @typedef {import('../lab/find.js').Lab} Lab @typedef {import('../measure/run.js').Result} Result */
/** @typedef {Extract<import('../lab/manifest.js').Claim, { floor: number }>} Gate */

/**
 * The lab with the attendee's file in place of fast, as measurements of which each is worth making only if the one before holds: against
 * slow first, with fast beside it; then under the other workloads, for which slow was not made, against whom fast has to beat there.
 *
 * @param {Lab} lab
 * @param {string} file absolute
 * @returns {Lab[]} none where nothing is claimed over slow
 */
export function withMine (lab, file) {
  const { manifest } = lab
  const claims = /** @type {Gate[]} */ (manifest.claims.filter((claim) => 'floor' in claim)).map((claim) => ({ ...claim, published: undefined }))
  const main = claims.find(({ than }) => than === 'slow')
  if (!main) return []
  const further = claims.filter(({ faster }) => faster.startsWith('fast@')).map((claim) => ({ ...claim, faster: claim.faster.replace('fast', 'mine') }))
  const rivals = further.map((claim) => splitSide(sidesOf(claim).base).variant)
  const { slow, fast } = manifest.ladder
  const ladder = { slow, ...Object.fromEntries(rivals.map((rival) => [rival, manifest.ladder[rival]])), mine: 'yours', fast }
  const files = { ...lab.files, mine: file }
  const { metric } = main

  const againstSlow = {
    ...lab,
    files,
    manifest: {
      ...manifest,
      // as warm as the solution beside it; one that is idle most of the time is let off after some seconds
      ...warmedAsFast(manifest),
      ...agedAs(manifest, ['mine']),
      ladder,
      counters: countersOfMine(manifest.counters),
      claims: [
        { ...main, id: 'mine', faster: 'mine', says: 'your file beats slow by what the lab asks for' },
        { id: 'fast', faster: 'mine', than: 'fast', metric, says: 'your file beside the solution', shown: 'how much of the solution is in your file' },
      ],
    },
  }
  if (further.length === 0) return [againstSlow]
  return [againstSlow, { ...lab, files, manifest: { ...manifest, ...warmedAsFast(manifest), ...agedAs(manifest, []), ladder, limit: undefined, counters: {}, claims: further } }]
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

/** With as many requests as fast has. @param {import('../lab/manifest.js').Manifest} manifest */
function warmedAsFast (manifest) {
  if (!('warmUp' in manifest)) return {}
  const { fast } = manifest.warmUp
  return { warmUp: fast === undefined ? manifest.warmUp : { ...manifest.warmUp, mine: fast } }
}

/** As old as the answers of fast may be. @param {import('../lab/manifest.js').Manifest} manifest @param {string[]} variants those whose age is looked at */
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
