import { DEFAULT_TEXT_WIDTH, wrapWithHangingIndent } from 'hotpath/text'
import { COMPILER_TIER_NAMES } from '../opt/status.js'
import { createLabCodeFilter, formatSourcePlace } from '../v8/place.js'
import { countEqualValues } from '../v8/tally.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Compiled, Fn } from '../v8/log.js' */

/**
 * Lists which functions V8 inlined into which callers, and why V8 did not inline others.
 *
 * @param {Lab} lab
 * @param {{ functions: Fn[], shared: Map<string, Fn> }} log
 * @param {Map<string, Map<string, number>>} refusals
 * @returns {{ own: string[], all: string[] }} lines about the lab's own functions, and about all
 */
export function formatInliningReport (lab, { functions, shared }, refusals) {
  const isOwn = createLabCodeFilter(lab)
  const format = (/** @type {Fn} */ fn) => `${fn.name} ${formatSourcePlace(lab, fn.place)}`
  const hosts = functions.flatMap((host) => newestOptimised(host).map(({ tier, inlined }) => ({ host, tier, inlined })))
  const refused = [...refusals].flatMap(([address, reasons]) => {
    const fn = shared.get(address)
    return fn ? [{ fn, reasons: [...reasons].sort(([, a], [, b]) => b - a) }] : []
  })
  const formatHost = (/** @type {typeof hosts[0]} */ { host, tier, inlined }) =>
    `${format(host)}, ${COMPILER_TIER_NAMES[tier]}, inlines ${countRepeated(inlined.map(format))}`
  const formatRefusal = (/** @type {typeof refused[0]} */ { fn, reasons }) =>
    `not inlined: ${format(fn)}. ${reasons.map(([reason, count]) => `${reason} (${count}×)`).join(', ')}`

  const ownHosts = hosts
    .map(({ host, tier, inlined }) => ({ host, tier, inlined: isOwn(host.place) ? inlined : inlined.filter(({ place }) => isOwn(place)) }))
    .filter(({ inlined }) => inlined.length)
  const own = [...ownHosts.map(formatHost), ...refused.filter(({ fn }) => isOwn(fn.place)).map(formatRefusal)]
  if (own.length === 0) own.push('V8 inlined none of the lab\'s functions, and nothing into them')
  return {
    own: own.flatMap((line) => wrapWithHangingIndent(line, DEFAULT_TEXT_WIDTH - 2).split('\n')),
    all: [...hosts.map(formatHost), ...refused.map(formatRefusal)],
  }
}

/** @param {Fn} fn @returns {Compiled[]} the last code of each optimising compiler that inlined something */
function newestOptimised ({ codes }) {
  return ['maglev', 'turbofan'].flatMap((tier) => codes.filter((code) => code.tier === tier && code.inlined.length).slice(-1))
}

/** @param {string[]} texts @returns {string} each text once, with its count */
function countRepeated (texts) {
  return [...countEqualValues(texts)].map(([text, count]) => count > 1 ? `${text} (${count}×)` : text).join(', ')
}
