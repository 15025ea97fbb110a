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
  const looks = LOOKS.filter((look) => look <= values.length)
  return values.map((_, from) => run(looks, together, (look) => {
    const those = (/** @type {number[]} */ numbers) => Array.from({ length: look }, (_, index) => numbers[(from + index) % values.length])
    return { values: those(values), spreads: spreads && those(spreads) }
  }))
}

/**
 * The rule on what was recorded of one comparison, whichever rule ended it then.
 *
 * @param {import('./nulls.js').Blocks[]} pairs in the order in which they came
 * @returns {{ verdict: import('hotpath/stats').Verdict, pairs: number }}
 */
export function replayed (pairs) {
  const read = pairs.map(({ slow, fast }) => pairOf(new Map([['slow', { cost: slow }], ['fast', { cost: fast }]]), 'cost', 'slow', 'fast'))
  return run(LOOKS.filter((look) => look <= pairs.length), true, (look) => ({ values: read.slice(0, look).map(({ value }) => value), spreads: read.slice(0, look).map(({ spread }) => spread) }))
}

/**
 * @param {number[]} looks
 * @param {boolean} together
 * @param {(look: number) => { values: number[], spreads?: number[] }} seenAt the pairs of a look
 * @returns {{ verdict: import('hotpath/stats').Verdict, pairs: number }}
 */
function run (looks, together, seenAt) {
  for (const look of looks) {
    const { values, spreads } = seenAt(look)
    const verdict = verdictAt(values, { floor: 1 }, priorOf(spreads, together))
    if (verdict !== 'undecided') return { verdict, pairs: look }
  }
  return { verdict: 'undecided', pairs: looks.at(-1) ?? 0 }
}
