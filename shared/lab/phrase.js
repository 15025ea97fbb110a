import { findMetric } from './metrics.js'

/**
 * @typedef {object} SideNames the names of a claim's sides
 * @property {string} metric
 * @property {{ slower: string, faster: string }} names of the variants
 * @property {{ slower: string | null, faster: string | null }} requests a name for the requests of each side, if they have one
 */

/**
 * Writes a sentence that compares two variants: one costs more, both cost the same, or one costs a number of times as much.
 *
 * @param {SideNames} sides
 * @param {'more' | 'same' | string} degree `more`, `same`, or a number of times such as `about 8×`
 * @param {{ isReversed?: boolean }} [order] begin with the side that should be cheaper
 * @returns {string} a sentence without capital and full stop, such as: express needs about 8× as much CPU per request as fastify
 */
export function formatComparison ({ metric, names, requests }, degree, { isReversed = false } = {}) {
  const [first, second] = isReversed ? /** @type {const} */ (['faster', 'slower']) : /** @type {const} */ (['slower', 'faster'])
  const { verb, more, much } = findMetric(metric)
  if (names.slower === names.faster && requests.slower !== requests.faster) {
    const [one, other] = [requests[first] ?? 'a request', requests[second] ?? 'a request']
    return `${names[first]} ${verb} ${formatDegree(degree, more, much, `for ${one}`)} for ${other}`
  }
  const isOneKind = requests.slower && requests.slower === requests.faster
  const whose = isOneKind ? requests.slower : undefined
  if (metric === 'p50' && whose) return `${names[first]} ${verb} ${formatDegree(degree, 'longer', 'long', `to answer ${whose}`)} ${names[second]}`
  const comparison = `${formatDegree(degree, more, much)} ${names[second]}`
  // `makes … wait` keeps `as long as` together, and `does` shows that no server waits: without both, readers read the sentence twice.
  if (metric === 'p99') return `${names[first]} makes the slowest 1 % of ${whose ?? 'requests'} wait ${comparison} does`
  return `${names[first]} ${verb} ${comparison}`
}

/** @param {string} metric @returns {string} the verb for a share of its costs, such as `takes` in: takes about 90 % of the time per call */
export function findMetricVerb (metric) {
  return metric === 'p99' ? 'has' : findMetric(metric).verb
}

/**
 * Writes a claim as a sentence without figures, from the names of its two programs.
 *
 * @param {SideNames} sides
 * @param {object} claim as a lab.js has it
 * @returns {string} such as: express needs more CPU per request than fastify
 */
export function formatClaim (sides, claim) {
  if ('same' in claim) return formatComparison(sides, 'same')
  // A minimum ratio below 1 limits the cost of the side `faster`: with 0.5, it may cost at most 2× as much as the side `slower`.
  const atLeast = 'atLeast' in claim ? Number(claim.atLeast) : 1
  return atLeast < 1 ? formatComparison(sides, `at most ${Number((1 / atLeast).toPrecision(3))}×`, { isReversed: true }) : formatComparison(sides, 'more')
}

/**
 * @param {string} degree
 * @param {string} more a comparative
 * @param {string} much an adjective
 * @param {string} [first] the first side, if it stands before `as` or `than`
 * @returns {string} such as: 8× as long as, or: longer with express than
 */
function formatDegree (degree, more, much, first) {
  const [words, link] = degree === 'more' ? [more, 'than'] : [`${degree === 'same' ? '' : `${degree} `}as ${much}`, 'as']
  return [words, first, link].filter(Boolean).join(' ')
}
