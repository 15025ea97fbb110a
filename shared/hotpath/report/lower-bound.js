import { findVerb } from '../lab/phrase.js'
import { describeMetric, formatPercent } from './words.js'
/** @import { Result } from './result-schema.js' */

/**
 * Writes how much the lab's lower bound costs, as a share of the cost of its fastest program.
 *
 * @param {Pick<Result, 'limit' | 'claims'>} result
 * @param {{ variants: Record<string, string>, limit?: string }} manifest
 * @returns {string} such as: bare node:http needs 94 % of the CPU per request of fastify; empty without a measured lower bound
 */
export function formatLowerBound ({ limit, claims }, { variants, limit: name }) {
  if (!limit || !name) return ''
  const [{ metric }] = claims
  const [verb, cost] = [findVerb(metric), describeMetric(metric).name]
  if (limit.fraction >= 1) return `${variants.fast} ${verb} no more ${cost} than ${name}`
  return `${name} ${verb} ${formatPercent(limit.fraction)} of the ${cost} of ${variants.fast}`
}
