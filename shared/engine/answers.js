/**
 * @typedef {object} Encoded a value that JSON lacks, in the form of shared/engine/worker/serializer.cjs
 * @property {string} $ its kind
 * @property {string} [digits] of a bigint
 * @property {number | Encoded} ms of a date
 * @property {unknown[]} [items]
 * @property {string} [maker] name of its class
 * @property {[string, unknown][]} [fields]
 * @property {string} [text]
 */

/**
 * Finds the first difference between two values that shared/engine/worker/serializer.cjs has encoded.
 *
 * @param {unknown} left
 * @param {unknown} right
 * @param {number} [tolerance] of two numbers, relative to the larger
 * @param {string} [path]
 * @returns {{ path: string, left: any, right: any } | undefined}
 */
export function findFirstDifference (left, right, tolerance = 0, path = '') {
  if (typeof left === 'number' && typeof right === 'number') {
    return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right)) ? undefined : { path, left, right }
  }
  if (!isObject(left) || !isObject(right)) return left === right ? undefined : { path, left, right }
  if (Array.isArray(left) !== Array.isArray(right) || left.$ !== right.$) return { path, left, right }
  // reports two different dates as dates, because a number of milliseconds in a message is hard to read
  if (left.$ === 'date' && right.$ === 'date') return findFirstDifference(left.ms, right.ms) && { path, left, right }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const isUnseen = key === 'value' || (key === 'items' && ['numbers', 'items'].includes(left.$))
    const step = isUnseen ? path : `${path}.${key}`
    const difference = key === 'fields' && left.fields && right.fields
      ? findDifferentField(left.fields, right.fields, tolerance, path)
      : findFirstDifference(left[key], right[key], tolerance, step)
    if (difference) return difference
  }
}

/**
 * @param {[string, unknown][]} left fields of an object, in any order
 * @param {[string, unknown][]} right
 * @param {number} tolerance
 * @param {string} path of the object
 * @returns {ReturnType<typeof findFirstDifference>}
 */
function findDifferentField (left, right, tolerance, path) {
  const [before, after] = [new Map(left), new Map(right)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    // an object of another class has a field `value`, too: the content of a box
    const step = name === 'value' ? path : `${path}.${name}`
    const difference = findFirstDifference(before.get(name), after.get(name), tolerance, step)
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
  // the serializer calls itself for each part of an answer
  if (threw === 'RangeError' && location?.startsWith('serializer.cjs')) return 'RangeError: its answer contains itself, or is nested too deeply to be compared'
  if (first.includes('Access to this API has been restricted')) return `${threw}: a variant may start no process and write no file${location ? ` (${location})` : ''}`
  return `${first.startsWith(String(threw)) ? first : threw}${location ? ` (${location})` : ''}`
}

/** @param {unknown} value @returns {value is Encoded} */
function isObject (value) {
  return typeof value === 'object' && value !== null
}

/** Longest value in a message, in characters. */
const MOST_CHARACTERS = 200

/** @param {string} text @returns {string} the text, cut to a length that a message can show */
export function cutText (text) {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text
}

/** Formats a serialized value as JavaScript source, cut if it is long. @param {unknown} coded serialized value @returns {string} */
export function formatSerializedValue (coded) {
  return cutText(formatWholeValue(coded))
}

/** Formats a serialized value as JavaScript source, however long. @param {unknown} coded @returns {string} */
export function formatWholeValue (coded) {
  if (Array.isArray(coded)) {
    const more = coded.length > 8 ? `, … ${coded.length} in all` : ''
    return `[${coded.slice(0, 8).map(formatWholeValue).join(', ')}${more}]`
  }
  if (!isObject(coded)) return JSON.stringify(coded) ?? 'nothing'
  if (coded.$ === 'bigint') return `${coded.digits}n`
  if (coded.$ === 'date') return isObject(coded.ms) ? 'an invalid Date' : new Date(coded.ms).toISOString()
  if (coded.items) return `${coded.maker ?? (coded.$ === 'map' ? 'Map' : 'Set')} ${formatWholeValue(coded.items)}`
  if (coded.maker === 'Promise') return 'a Promise'
  const maker = coded.maker ? `${coded.maker} ` : ''
  if (coded.fields?.length === 0) return `${maker}{}`
  if (coded.fields) return `${maker}{ ${coded.fields.map(([key, value]) => `${key}: ${formatWholeValue(value)}`).join(', ')} }`
  return coded.text ?? coded.$
}
