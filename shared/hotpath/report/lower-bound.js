import { findVerb } from '../lab/phrase.js'
import { describeMetric, formatPercent } from './words.js'
/** @import { Result } from './result-schema.js' */

/**
 * Writes how much the lab's lower bound costs, as a share of the cost of its fastest program.
 *
 * @param {Pick<Result, 'limit' | 'claims'>} result
 * @param {{ variants: Record<string, string>, limit?: string }} manifest
 * @returns {string} such as: bare node:http needs about 95 % of the CPU per request of fastify; empty without a measured lower bound
 */
export function formatLowerBound ({ limit, claims }, { variants, limit: name }) {
  if (!limit || !name) return ''
  const [{ metric }] = claims
  const [verb, cost] = [findVerb(metric), describeMetric(metric).name]
  if (limit.fraction >= 1) return `${variants.fast} ${verb} no more ${cost} than ${name}`
  const share = roundShare(limit.fraction)
  if (share === 1) return `${variants.fast} ${verb} about as much ${cost} as ${name}`
  return `${name} ${verb} about ${formatPercent(share)} of the ${cost} of ${variants.fast}`
}

/** Rounds to 5 %, or a small share to one digit, so that it agrees with the two digits of the costs above it. @param {number} share */
function roundShare (share) {
  return share < 0.1 ? Number(share.toPrecision(1)) : Math.round(share * 20) / 20
}
