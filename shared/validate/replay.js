import { priorOf } from '../stats/prior.js'
import { LOOKS, verdictAt } from '../stats/rule.js'

/**
 * The rule on pairs that were really measured, from each of them on: round the end, as long as it wants.
 *
 * @param {{ values: number[], spreads?: number[] }} recorded log-ratios and their standard errors, in the order in which they came
 * @param {boolean} [together] whether both sides of a pair ran on one processor
 * @returns {{ verdict: import('../stats/rule.js').Verdict, pairs: number }[]} of the windows that begin at each of them
 */
export function windows ({ values, spreads }, together = true) {
  const looks = LOOKS.filter((look) => look <= values.length)
  return values.map((_, from) => {
    const those = (/** @type {number[]} */ numbers, /** @type {number} */ look) => Array.from({ length: look }, (_, index) => numbers[(from + index) % values.length])
    for (const look of looks) {
      const verdict = verdictAt(those(values, look), { floor: 1 }, priorOf(spreads && those(spreads, look), together))
      if (verdict !== 'undecided') return { verdict, pairs: look }
    }
    return { verdict: 'undecided', pairs: looks.at(-1) ?? 0 }
  })
}
