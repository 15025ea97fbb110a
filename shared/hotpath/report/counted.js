import { findOperationName, findServiceCounter } from '../lab/manifest.js'
import { groupDigits } from './words.js'
/** @import { Kind } from '../lab/manifest.js' */
/** @import { Service } from '../measure/services.js' */
/** @import { Counter } from './result-schema.js' */

/**
 * The part of a manifest with the names of counters, services and variants.
 *
 * @typedef {{ kind: Kind, counters: Record<string, any>, services: Service[], variants?: Record<string, string> }} Named
 */

/**
 * Writes how many events a counter has counted for each variant, per call or request.
 *
 * @param {Counter[]} counters of one name
 * @param {Named} [manifest] without a manifest a counter keeps its own name
 * @returns {string} such as: express calls Object.setPrototypeOf twice per request, fastify never
 */
export function describeCounter (counters, manifest) {
  const [{ name }] = counters
  const counter = manifest?.counters[name]
  if (!manifest || !counter) return `${name}: ${counters.map(({ variant, actual }) => `${variant} ${actual}`).join(', ')}`
  const nameVariant = (/** @type {string} */ variant) => manifest.variants?.[variant] ?? variant
  const operation = findOperationName(manifest.kind)
  const [first, ...others] = counters
  const ofService = findServiceCounter(manifest, counter.counts)
  const does = ofService
    ? ofService.says(groupDigits(first.actual), operation)
    : `calls ${counter.counts.replace(':', '.')} ${describeFrequency(first, counter)} per ${operation}`
  const further = others.map((one) => `${nameVariant(one.variant)} ${ofService && one.actual > 0 ? groupDigits(one.actual) : describeFrequency(one, counter)}`)
  return [`${nameVariant(first.variant)} ${does}`, ...further].join(', ')
}

/** @param {Counter[]} counters @returns {Counter[][]} grouped by name */
export function groupCountersByName (counters) {
  return [...new Set(counters.map(({ name }) => name))].map((name) => counters.filter((counter) => counter.name === name))
}

/** @param {Counter[]} counters @param {Named} [manifest] @returns {string[]} a line for each name */
export function formatCounters (counters, manifest) {
  return groupCountersByName(counters).map((counted) => describeCounter(counted, manifest))
}

/** @param {Counter} counted @param {Record<string, any>} counter the expectations, by variant */
function describeFrequency ({ variant, actual }, counter) {
  if (actual === 0) return counter[variant] === 'once' ? 'none while its result is kept' : 'never'
  return actual === 1 ? 'once' : actual === 2 ? 'twice' : `${groupDigits(actual)} times`
}
