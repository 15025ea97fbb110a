import { LOOKS, shareAt } from './rule.js'
import { marginOf } from './same.js'
import { mean, standardDeviation } from './sample.js'
import { criticalT } from './tests.js'

/** What pairs scatter by on a quiet machine. */
export const USUAL_SCATTER = 0.03

/** A gated claim's ratio is at least so many times its floor: the floor stands at two thirds of the smallest on record. */
const MARGIN = Math.log(1.5)

/**
 * What would decide a claim that is undecided.
 *
 * @typedef {object} Outlook
 * @property {'more pairs' | 'less noise' | 'nothing'} needs `nothing` helps where the ratio lies at the bound
 * @property {number | null} pairs in all, where more of them would do
 * @property {boolean} allowed whether so many pairs, with what they scatter by, would have decided a ratio that keeps its usual distance: then it has
 *   lost that, and it is not the noise that is to blame
 */

/**
 * @param {number[]} values log-ratios, one a pair
 * @param {import('./rule.js').Target} target
 * @returns {Outlook}
 */
export function outlook (values, target) {
  const scatter = values.length > 1 ? standardDeviation(values) : Infinity
  const centre = mean(values)
  const distance = 'floor' in target ? Math.abs(centre - Math.log(target.floor)) : Math.abs(marginOf(target) - Math.abs(centre))
  const pairs = pairsFor(distance, scatter)
  const margin = 'floor' in target ? MARGIN : marginOf(target)
  const allowed = (pairsFor(margin, scatter) ?? Infinity) <= values.length
  if (pairs) return { needs: 'more pairs', pairs: Math.max(pairs, LOOKS.find((look) => look > values.length) ?? pairs), allowed }
  return { needs: pairsFor(distance, USUAL_SCATTER) ? 'less noise' : 'nothing', pairs: null, allowed }
}

/** @param {number} distance from the bound @param {number} scatter of the pairs @returns {number | undefined} the first look at which it would be told */
function pairsFor (distance, scatter) {
  return LOOKS.find((look) => distance >= criticalT(shareAt(look), look - 1) * scatter / Math.sqrt(look))
}
