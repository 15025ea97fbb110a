import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { findOperationName, findServiceCounter, isServerKind } from '../manifest.js'
import { ATTEMPT_VARIANT_NAME } from '../plans.js'

/**
 * @import { Kind } from '../metrics.js'
 * @import { Service } from '../measure/services.js'
 * @import { Counter } from './result-schema.js'
 */

/**
 * The part of a plan that names programs, services and counters.
 *
 * @typedef {{
 *   lab: { manifest: { kind: Kind, services: Service[], workload?: object, workloads?: object } },
 *   programs: Record<string, { title: string }>,
 *   counters: Record<string, any>,
 * }} Named
 */

/**
 * Writes how many events a counter has counted for each variant, per call or request.
 *
 * @param {Counter[]} counters of one name
 * @param {Named} [plan] without a plan a counter keeps its own name
 * @param {{ isRule?: boolean }} [how] `isRule`: a lab asks for these counts, which may be upper limits
 * @returns {string} such as: express calls Object.setPrototypeOf twice per request; fastify: never
 */
export function describeCounter (counters, plan, { isRule = false } = {}) {
  const [{ name }] = counters
  const counter = plan?.counters[name]
  if (!plan || !counter) return `${name}: ${counters.map(({ variant, actual }) => `${variant} ${actual}`).join(', ')}`
  const nameVariant = (/** @type {string} */ variant) => plan.programs[variant]?.title ?? variant
  const { kind } = plan.lab.manifest
  const operation = isRule ? nameCountedOperation(plan.lab.manifest) : findOperationName(kind)
  const [first, ...others] = counters
  // a request comes before the count of an attendee's file, which a rule is about
  const isFirstUncounted = (/** @type {Counter} */ { variant }) => (isRule || variant === ATTEMPT_VARIANT_NAME) && isServerKind(kind)
  const ofService = findServiceCounter(plan.lab.manifest, counter.counts)
  const does = ofService
    ? ofService.says(`${isRule && counter.atMost ? 'at most ' : ''}${groupDigits(first.actual)}`, operation) + (isOnlyFirst(first, counter) ? ' after the first time' : '')
    : describeCalls(first, counter, { operation, isRule, isFirstUncounted: isFirstUncounted(first) })
  /** names of variants, by how often they do it @type {Map<string, string[]>} */
  const further = new Map()
  // beside "only the first time", "once" alone would sound as good
  const each = counters.some((one) => isOnlyFirst(one, counter)) ? ` per ${operation}` : ''
  for (const one of others) {
    const often = describeFrequency(one, counter)
    const times = one.actual >= 1
      ? ofService ? groupDigits(one.actual) : `${often}${each}`
      : `${often}${often === NEVER && !ofService && isFirstUncounted(one) ? ' after the first request' : ''}`
    further.set(times, [...further.get(times) ?? [], nameVariant(one.variant)])
  }
  return [`${nameVariant(first.variant)} ${does}`, ...[...further].map(([times, names]) => `${names.join(' and ')}: ${times}`)].join('; ')
}

/** @param {Named['lab']['manifest']} manifest @returns {string} the request that is counted, where a lab sends other ones too */
function nameCountedOperation ({ kind, workload, workloads }) {
  const { method, path } = Object(workload)
  return path && Object.keys(Object(workloads)).length ? `${method} ${path}` : findOperationName(kind)
}

/** @param {Counter[]} counters @returns {Counter[][]} grouped by name */
export function groupCountersByName (counters) {
  return [...new Set(counters.map(({ name }) => name))].map((name) => counters.filter((counter) => counter.name === name))
}

/** @param {Counter[]} counters @param {Named} plan @param {{ isRule?: boolean }} [how] @returns {string[]} a line for each name */
export function formatCounters (counters, plan, how) {
  return groupCountersByName(counters).map((counted) => describeCounter(counted, plan, how))
}

/**
 * @param {Counter} counted
 * @param {Record<string, any>} counter the expectations, by variant
 * @param {{ operation: string, isRule: boolean, isFirstUncounted: boolean }} how `isFirstUncounted`: a request came before the count
 * @returns {string} such as: calls fs.open twice per request
 */
function describeCalls (counted, counter, { operation, isRule, isFirstUncounted }) {
  const call = counter.counts.replace(':', '.')
  const most = isRule && counter.atMost ? 'at most ' : ''
  const where = counter.mainThread ? ' on the main thread' : ''
  if (counted.actual > 0) return `calls ${call} ${most}${describeFrequency(counted, counter)}${counted.actual < 1 ? '' : ` per ${operation}`}${where}`
  if (isOnlyFirst(counted, counter)) return `calls ${call} only the first time${where}`
  return isFirstUncounted ? `does not call ${call}${where} after the first request` : `never calls ${call}${where}`
}

/** @param {Counter} counted @param {Record<string, any>} counter the expectations, by variant */
const isOnlyFirst = ({ variant, actual }, counter) => actual === 0 && counter[variant] === 'once'

const NEVER = 'never'

/** @param {Counter} counted @param {Record<string, any>} counter the expectations, by variant */
function describeFrequency (counted, counter) {
  const { actual } = counted
  if (actual === 0) return isOnlyFirst(counted, counter) ? 'only the first time' : NEVER
  if (actual < 1) return `once in ${groupDigits(Math.round(1 / actual))} requests`
  return actual === 1 ? 'once' : actual === 2 ? 'twice' : `${groupDigits(actual)} times`
}

/** @param {Counter} counter that is wrong @param {Named} [plan] @returns {string} what the lab asks for, such as: at most 3 */
export function formatExpectedCount ({ name, variant, expected }, plan) {
  if (expected === 0) return plan?.counters[name]?.[variant] === 'once' ? 'none after the first time' : 'none'
  return `${plan?.counters[name]?.atMost ? 'at most ' : ''}${groupDigits(expected)}`
}

/** Why a lab also refuses a count that is too low. @param {Counter} counter @returns {string} empty for a count that is not too low */
export function explainLowCount ({ actual, expected }) {
  return actual < expected ? 'An answer that your program keeps would miss a change of the data.' : ''
}
