/**
 * Finds the first difference between two values that shared/hotpath/worker/serializer.cjs has encoded.
 *
 * @param {any} left
 * @param {any} right
 * @param {number} [tolerance] of two numbers, relative to the larger
 * @param {string} [path]
 * @returns {{ path: string, left: any, right: any } | undefined}
 */
export function findFirstDifference (left, right, tolerance = 0, path = '') {
  if (typeof left === 'number' && typeof right === 'number') {
    return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right)) ? undefined : { path, left, right }
  }
  if (!isObject(left) || !isObject(right)) return left === right ? undefined : { path, left, right }
  if (Array.isArray(left) !== Array.isArray(right)) return { path, left, right }
  // reports two different dates as dates, because a number of milliseconds in a message is hard to read
  if (left.$ === 'date' && right.$ === 'date') return findFirstDifference(left.ms, right.ms) && { path, left, right }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const isUnseen = key === 'fields' || key === 'value' || (key === 'items' && ['numbers', 'items'].includes(left.$))
    const step = isUnseen ? path : `${path}.${key}`
    const difference = findFirstDifference(left[key], right[key], tolerance, step)
    if (difference) return difference
  }
}

/** @typedef {{ value?: any, threw?: string, stack?: string, after?: any }} Outcome of a call; `after`: its arguments after the call */

/**
 * Finds the first difference between the outcomes of two calls. Ignores stack traces and changed arguments.
 *
 * @param {Outcome} expected
 * @param {Outcome} given
 * @param {number} tolerance relative
 * @returns {ReturnType<typeof findFirstDifference>}
 */
export function findAnswerDifference ({ after: ignored, stack: unheeded, ...expected }, { after, stack, ...given }, tolerance) {
  return findFirstDifference(expected, given, tolerance)
}

/** Pattern of the first location in a stack trace that is not in Node's own files. */
const LOCATION = /^ +at (?!.*node:)(?:.*[\\/( ])?([^\s\\/(]+:\d+):\d+\)?$/m

/** @param {Outcome} outcome of a call that threw @returns {string} its error, with the location if known */
export function formatThrownError ({ threw, stack = '' }) {
  const [first] = stack.split('\n')
  const [, location] = stack.match(LOCATION) ?? []
  return `${first.startsWith(String(threw)) ? first : threw}${location ? ` (${location})` : ''}`
}

/** @param {any} value */
function isObject (value) {
  return typeof value === 'object' && value !== null
}

/** Formats a serialized value as JavaScript source. @param {any} coded serialized value @returns {string} */
export function formatSerializedValue (coded) {
  if (Array.isArray(coded)) {
    const more = coded.length > 8 ? `, … ${coded.length} in all` : ''
    return `[${coded.slice(0, 8).map(formatSerializedValue).join(', ')}${more}]`
  }
  if (!isObject(coded)) return JSON.stringify(coded) ?? 'nothing'
  if (coded.$ === 'bigint') return `${coded.digits}n`
  if (coded.$ === 'date') return isObject(coded.ms) ? 'an invalid Date' : new Date(coded.ms).toISOString()
  if (coded.items) return `${coded.maker ?? (coded.$ === 'map' ? 'Map' : 'Set')} ${formatSerializedValue(coded.items)}`
  if (coded.fields && Object.keys(coded.fields).length === 0) return '{}'
  if (coded.fields) return `{ ${Object.entries(coded.fields).map(([key, value]) => `${key}: ${formatSerializedValue(value)}`).join(', ')} }`
  return coded.text ?? coded.$
}
