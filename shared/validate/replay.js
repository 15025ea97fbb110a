import { LOOKS, verdictAt } from '../stats/rule.js'

/**
 * The rule on pairs that were really measured, from each of them on: round the end, as long as it wants.
 *
 * @param {number[]} values log-ratios, in the order in which they came
 * @returns {{ verdict: import('../stats/rule.js').Verdict, pairs: number }[]} of the windows that begin at each of them
 */
export function windows (values) {
  const looks = LOOKS.filter((look) => look <= values.length)
  return values.map((_, from) => {
    for (const look of looks) {
      const verdict = verdictAt(Array.from({ length: look }, (_, index) => values[(from + index) % values.length]), { floor: 1 })
      if (verdict !== 'undecided') return { verdict, pairs: look }
    }
    return { verdict: 'undecided', pairs: looks.at(-1) ?? 0 }
  })
}
