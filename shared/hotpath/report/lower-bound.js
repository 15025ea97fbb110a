import { findMetricVerb } from '../lab/phrase.js'
import { findMetricWords, formatPercent } from './words.js'
/** @import { Result } from './result-schema.js' */

/**
 * Writes how much a lab's lower bound costs, as a share of the cost of `fast`. The lower bound does only unavoidable work.
 *
 * @param {Pick<Result, 'limit' | 'claims'>} result
 * @param {{ variants: Record<string, string>, limit?: string }} manifest
 * @returns {string} such as: bare node:http needs about 95 % of the CPU per request of fastify; empty without a measured lower bound
 */
export function formatLowerBound ({ limit, claims }, { variants, limit: name }) {
  if (!limit || !name) return ''
  const [{ metric }] = claims
  const [verb, cost] = [findMetricVerb(metric), findMetricWords(metric).name]
  if (limit.fraction >= 1) return `${variants.fast} ${verb} no more ${cost} than ${name}`
  const share = roundShare(limit.fraction)
  if (share === 1) return `${variants.fast} ${verb} about as much ${cost} as ${name}`
  return `${name} ${verb} about ${formatPercent(share)} of the ${cost} of ${variants.fast}`
}

/** Rounds a share to a multiple of 5 %, or below 10 % to one digit, because a report rounds the costs too. @param {number} share */
function roundShare (share) {
  return share < 0.1 ? Number(share.toPrecision(1)) : Math.round(share * 20) / 20
}
