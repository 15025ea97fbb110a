import { findMetricVerb } from '../lab/phrase.js'
import { roundCost, tabulateCosts } from './cost-tables.js'
import { findMetricWords } from './words.js'
import { formatPercent } from './numbers.js'
/** @import { Manifest } from '../lab/manifest.js' */
/** @import { Result } from './result-schema.js' */

/**
 * Writes how much a lab's lower bound costs, as a share of the cost of `fast`. The lower bound does only unavoidable work.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @returns {string} such as: bare node:http needs about 95 % of the CPU per request of fastify; empty without a measured lower bound
 */
export function formatLowerBound (result, manifest) {
  const { limit, claims } = result
  const { variants, limit: name } = manifest
  if (!limit || !name) return ''
  const [{ metric }] = claims
  const [verb, cost] = [findMetricVerb(metric), findMetricWords(metric).name]
  if (limit.fraction >= 1) return `${variants.fast} ${verb} no more ${cost} than ${name}`
  const share = roundShare(computeShownShare(result, manifest) ?? limit.fraction)
  if (share >= 1) return `${variants.fast} ${verb} about as much ${cost} as ${name}`
  return `${name} ${verb} about ${formatPercent(share)} of the ${cost} of ${variants.fast}`
}

/**
 * Divides the rounded costs that the table shows. The share of the exact costs would contradict the table: 16.6 of 19.4 is 86 %, but 17 of
 * 19 is 89 %.
 *
 * @param {Result} result
 * @param {Manifest} manifest
 * @returns {number | undefined} undefined if a table does not show both
 */
function computeShownShare (result, manifest) {
  const [table] = tabulateCosts(result, manifest)
  const [limit, fast] = ['limit', 'fast'].map((variant) => table?.rows.find((row) => row.variant === variant)?.cost)
  return limit && fast ? roundCost(limit) / roundCost(fast) : undefined
}

/** Rounds a share to a multiple of 5 %, or below 20 % to a multiple of 1 %, because a report rounds the costs too. @param {number} share */
function roundShare (share) {
  return share < 0.2 ? Math.max(0.01, Math.round(share * 100) / 100) : Math.round(share * 20) / 20
}
