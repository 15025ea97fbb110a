/**
 * Where two encoded values (shared/hotpath/worker/serializer.cjs) differ.
 *
 * @param {any} left
 * @param {any} right
 * @param {number} [within] how far apart two numbers may be, relative to the larger
 * @param {string} [path]
 * @returns {{ path: string, left: any, right: any } | undefined} the first difference
 */
export function firstDifference (left, right, within = 0, path = '') {
  if (typeof left === 'number' && typeof right === 'number') {
    return Math.abs(left - right) <= within * Math.max(Math.abs(left), Math.abs(right)) ? undefined : { path, left, right }
  }
  if (!isObject(left) || !isObject(right)) return left === right ? undefined : { path, left, right }
  if (Array.isArray(left) !== Array.isArray(right)) return { path, left, right }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const step = key === 'fields' || key === 'value' ? path : `${path}.${key}`
    const difference = firstDifference(left[key], right[key], within, step)
    if (difference) return difference
  }
}

/** @typedef {{ value?: any, threw?: string, stack?: string, after?: any }} Outcome of a call, as the worker tells it: `after` are its arguments then */

/**
 * @param {Outcome} expected
 * @param {Outcome} given
 * @param {number} within
 * @returns {ReturnType<typeof firstDifference>} of two answers: where one was thrown, and what became of the arguments, is no part of it
 */
export function answersDiffer ({ after: ignored, stack: unheeded, ...expected }, { after, stack, ...given }, within) {
  return firstDifference(expected, given, within)
}

/** Of a stack: a place in a file that is none of Node's own. */
const LOCATION = /^ +at (?!.*node:)(?:.*[\\/( ])?([^\s\\/(]+:\d+):\d+\)?$/m

/** @param {Outcome} outcome of a call that threw @returns {string} the error, with its place where that is known: two that differ in these are the same answer */
export function formatError ({ threw, stack = '' }) {
  const [first] = stack.split('\n')
  const [, location] = stack.match(LOCATION) ?? []
  return `${first.startsWith(String(threw)) ? first : threw}${location ? ` (${location})` : ''}`
}

/** @param {any} value */
function isObject (value) {
  return typeof value === 'object' && value !== null
}

/** @param {any} coded a value as the wire carries it @returns {string} as a person would write it */
export function written (coded) {
  if (Array.isArray(coded)) return `[${coded.slice(0, 8).map(written).join(', ')}${coded.length > 8 ? `, … ${coded.length} in all` : ''}]`
  if (!isObject(coded)) return JSON.stringify(coded) ?? 'nothing'
  if (coded.$ === 'bigint') return `${coded.digits}n`
  if (coded.$ === 'date') return isObject(coded.ms) ? 'an invalid Date' : new Date(coded.ms).toISOString()
  if (coded.items) return `${coded.$ === 'map' ? 'Map' : 'Set'} ${written(coded.items)}`
  if (coded.fields && Object.keys(coded.fields).length === 0) return '{}'
  if (coded.fields) return `{ ${Object.entries(coded.fields).map(([key, value]) => `${key}: ${written(value)}`).join(', ')} }`
  return coded.text ?? coded.$
}
