import { pairOf } from 'hotpath/measure'
import { LOOKS, priorOf, verdictAt } from 'hotpath/stats'

/**
 * The rule on pairs that were really measured, from each of them on: round the end, as long as it wants.
 *
 * @param {{ values: number[], spreads?: number[] }} recorded log-ratios and their standard errors, in the order in which they came
 * @param {boolean} [together] whether both sides of a pair ran on one processor
 * @returns {{ verdict: import('hotpath/stats').Verdict, pairs: number }[]} of the windows that begin at each of them
 */
export function windows ({ values, spreads }, together = true) {
  const most = LOOKS[LOOKS.length - 1]
  const from = (/** @type {number[]} */ numbers, /** @type {number} */ first) => [...numbers.slice(first), ...numbers.slice(0, first)].slice(0, most)
  return values.map((_, first) => applyRule(from(values, first), spreads && from(spreads, first), together))
}

/**
 * Applies the stopping rule to the pairs that were recorded of one comparison, whichever rule ended it then.
 *
 * @param {import('./aa-tests.js').Blocks[]} pairs in the order in which they came
 * @returns {{ verdict: import('hotpath/stats').Verdict, pairs: number }}
 */
export function replayed (pairs) {
  const read = pairs.map(({ slow, fast }) => pairOf(new Map([['slow', { cost: slow }], ['fast', { cost: fast }]]), 'cost', 'slow', 'fast'))
  return applyRule(read.map(({ value }) => value), read.map(({ spread }) => spread))
}

/**
 * @param {number[]} values log-ratios, one a pair
 * @param {number[]} [spreads] their standard errors
 * @param {boolean} [together]
 * @returns {{ verdict: import('hotpath/stats').Verdict, pairs: number }}
 */
function applyRule (values, spreads, together = true) {
  const looks = LOOKS.filter((look) => look <= values.length)
  for (const look of looks) {
    const verdict = verdictAt(values.slice(0, look), { floor: 1 }, priorOf(spreads?.slice(0, look), together))
    if (verdict !== 'undecided') return { verdict, pairs: look }
  }
  return { verdict: 'undecided', pairs: looks.at(-1) ?? 0 }
}
