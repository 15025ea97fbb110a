import { FALSE_BROKEN, FALSE_HOLDS, LOOKS, shareAt } from './rule.js'
import { marginOf } from './same.js'
import { mean, standardDeviation } from './sample.js'
import { criticalT } from './tests.js'

/** What pairs scatter by on a quiet machine. */
export const USUAL_SCATTER = 0.03

/** A gated claim's ratio is at least so many times its floor: the floor stands at two thirds of the smallest on record. */
const MARGIN = Math.log(1.5)

/** @typedef {import('../report/result-schema.js').Outlook} Outlook */

/**
 * @param {number[]} values log-ratios, one a pair
 * @param {import('./rule.js').Target} target
 * @returns {Outlook}
 */
export function outlook (values, target) {
  const scatter = values.length > 1 ? standardDeviation(values) : Infinity
  const centre = mean(values)
  // beyond the bound it holds, else it is broken; what is the same may be broken on either side
  const beyond = 'floor' in target ? centre - Math.log(target.floor) : marginOf(target) - Math.abs(centre)
  const error = beyond > 0 ? FALSE_HOLDS : 'floor' in target ? FALSE_BROKEN : FALSE_BROKEN / 2
  const later = LOOKS.filter((look) => look > values.length)
  const pairs = pairsFor(Math.abs(beyond), scatter, error, later)
  const margin = 'floor' in target ? MARGIN : marginOf(target)
  const allowed = pairsFor(margin, scatter, FALSE_HOLDS, LOOKS.filter((look) => look <= values.length)) !== undefined
  if (pairs) return { needs: 'more pairs', pairs, allowed }
  return { needs: pairsFor(Math.abs(beyond), USUAL_SCATTER, error, LOOKS) ? 'less noise' : 'nothing', pairs: null, allowed }
}

/** @param {number} distance from the bound @param {number} scatter of the pairs @param {number} error of the whole run @param {number[]} looks @returns {number | undefined} the first of them at which it would be told */
function pairsFor (distance, scatter, error, looks) {
  return looks.find((look) => distance >= criticalT(shareAt(error, look), look - 1) * scatter / Math.sqrt(look))
}
