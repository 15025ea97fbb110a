import { askedOf, metricNamed, percent, significant, times } from './words.js'

/** @typedef {import('../measure/run.js').JudgedClaim} JudgedClaim @typedef {import('../measure/run.js').Result} Result */

export const ANSWERS = 'Every variant got the same inputs and gave the same answers. Had one differed, the lab would have measured nothing: a wrong answer is not fast.'

export const SPEEDS = 'The same program doing the same work has two speeds, more than 25 % apart. Each ratio above is that of the speeds this run happened to meet; another run may meet the others.'

export const ALOUD_MINE = 'How many times as fast as slow your file is. In at least 93 of 100 such runs the true ratio lies in the brackets. Then how far your file comes towards fast and towards the limit: 1 would be as fast as they are.'

/** @param {string} operation a call or a request @returns {string} what a counter's line means */
export function counterExplained (operation) {
  return `This is counted, not timed: how often it happens in one ${operation}. A count is the same on every machine, and it shows whether fast is fast for the reason the lab is about.`
}

/** @param {string} metric of the bars @returns {string} */
export function barsExplained (metric) {
  const { name } = metricNamed(metric)
  return `A longer bar means more of this: ${name}. Each figure is the median of this run's pairs; a side that was in fewer of them stands beside the others as it did in those. Such figures drift from minute to minute, so compare them with each other, not with those of another run.`
}

/** @param {JudgedClaim} claim @returns {string[]} what its lines mean */
export function claimExplained (claim) {
  const { base, against, ratio, interval: [low, high], pairs, published } = claim
  const measured = pairs < 2
    ? `${base} cost ${significant(ratio)} times what ${against} cost. One pair has no interval.`
    : `${base} cost ${significant(ratio)} times what ${against} cost: the mean of ${pairs} pairs of fresh processes. In at least 93 of 100 such runs the true ratio lies in the brackets: between ${significant(low)} and ${significant(high)} times.`
  return [
    `${measured} ${judgedExplained(claim)}`,
    ...published ? ['The published ratio comes from another day, another machine and another Node. It is not a figure of this run, and nothing is judged by it.'] : [],
  ]
}

/** @param {JudgedClaim} claim */
function judgedExplained ({ gates, verdict, floor, within }) {
  if (!gates) return 'It is shown, not judged: no verdict depends on it.'
  const bound = floor === null ? `The claim is that the two are ${askedOf({ floor, within })}` : `The claim is at least ${times(floor)}`
  if (verdict === 'undecided') return `${bound}: this run cannot tell whether that is so.`
  return verdict === 'holds'
    ? `${bound}: that is so. A claim that is not true passes at most once in 1,000 runs.`
    : `${bound}: that is not so. A claim that is true is called broken at most once in 10,000 runs.`
}

/** @param {Result} result @returns {string} what its last line means */
export function verdictExplained ({ verdict, limit, seed, claims }) {
  const told = {
    holds: 'Every claim that is judged holds.',
    broken: claims.length ? 'At least one claim that is judged does not hold here.' : 'Something was wrong before there was anything to measure.',
    undecided: 'No claim is broken, and at least one is not decided yet. That is an answer too.',
    'cannot run': 'This says nothing about the lab: this machine lacks something.',
  }[verdict]
  const reached = limit ? ` The limit does only what cannot be left out; fast does ${percent(limit.fraction)} of its work in the same time.` : ''
  return `${told}${reached} --seed ${seed} repeats the inputs and the order.`
}
