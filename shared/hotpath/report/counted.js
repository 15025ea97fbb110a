import { operationOf, serviceCounter } from '../lab/manifest.js'
import { grouped } from './words.js'
/** @import { Kind } from '../lab/manifest.js' */
/** @import { Service } from '../measure/services.js' */
/** @import { Counter } from './result-schema.js' */

/** @typedef {{ kind: Kind, counters: Record<string, any>, services: Service[], ladder?: Record<string, string> }} Named what a manifest says of counters */

/**
 * Says how often the cause of a difference happens in one operation of each variant.
 *
 * @param {Counter[]} counters of one name
 * @param {Named} [manifest] without it a counter goes by its own name
 * @returns {string} such as: express calls Object.setPrototypeOf twice per request, fastify never
 */
export function describeCounter (counters, manifest) {
  const [{ name }] = counters
  const counter = manifest?.counters[name]
  if (!manifest || !counter) return `${name}: ${counters.map(({ variant, actual }) => `${variant} ${actual}`).join(', ')}`
  const nameOf = (/** @type {string} */ variant) => manifest.ladder?.[variant] ?? variant
  const operation = operationOf(manifest.kind)
  const [first, ...others] = counters
  const ofService = serviceCounter(manifest, counter.counts)
  const does = ofService ? ofService.says(grouped(first.actual), operation) : `calls ${counter.counts.replace(':', '.')} ${describeFrequency(first, counter)} per ${operation}`
  return [`${nameOf(first.variant)} ${does}`, ...others.map((one) => `${nameOf(one.variant)} ${ofService && one.actual > 0 ? grouped(one.actual) : describeFrequency(one, counter)}`)].join(', ')
}

/** @param {Counter[]} counters @returns {Counter[][]} those of one name together */
export function countersByName (counters) {
  return [...new Set(counters.map(({ name }) => name))].map((name) => counters.filter((counter) => counter.name === name))
}

/** @param {Counter[]} counters @param {Named} [manifest] @returns {string[]} a line for each name */
export function countedLines (counters, manifest) {
  return countersByName(counters).map((counted) => describeCounter(counted, manifest))
}

/** @param {Counter} counted @param {Record<string, any>} counter what the lab expects, by variant */
function describeFrequency ({ variant, actual }, counter) {
  if (actual === 0) return counter[variant] === 'once' ? 'not again while the result is kept' : 'never'
  return actual === 1 ? 'once' : actual === 2 ? 'twice' : `${grouped(actual)} times`
}
