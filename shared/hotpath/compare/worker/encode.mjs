import { createHash } from 'node:crypto'
import { Stream } from 'node:stream'
import serializer from '../../worker/serializer.cjs'

/** Maximum levels of nesting in an answer: more levels would overflow the stack. */
const DEEPEST = 500

/** Error for an answer that cannot be compared. The message names the part of the answer, and what to write instead. */
class IncomparableAnswer extends Error {
  name = 'IncomparableAnswer'
}

/** Classes whose objects show no content to compare, such as Promise. Each class has a name for error messages. @type {[any, string][]} */
const CLOSED = [
  [Promise, 'a promise'], [WeakMap, 'a WeakMap'], [WeakSet, 'a WeakSet'], [Stream, 'a stream'],
]

/**
 * Encodes an answer for JSON so that dates, maps and undefined are not lost. Equal answers have equal encodings.
 *
 * @param {unknown} value
 * @returns {any} in the form of `worker/serializer.cjs`
 * @throws {IncomparableAnswer} for functions, symbols, promises, streams and deeper nesting than 500
 */
export function encodeAnswer (value) {
  return encodeAt(value, '', new Map(), 0)
}

/** @param {unknown} coded @returns {string} */
export function hashEncodedAnswer (coded) {
  return createHash('sha1').update(serializer.stringify(coded)).digest('base64')
}

/**
 * @param {any} value
 * @param {string} path
 * @param {Map<object, string>} parents objects on the way, with their paths
 * @param {number} depth
 */
function encodeAt (value, path, parents, depth) {
  if (typeof value === 'function' || typeof value === 'symbol') refuse(path, `a ${typeof value}`)
  if (typeof value !== 'object' || value === null) return serializer.encode(value)
  const circle = parents.get(value)
  if (circle !== undefined) return { $: 'circle', text: `the same object as answer${circle}` }
  const closed = CLOSED.find(([kind]) => value instanceof kind)
  if (closed) refuse(path, closed[1])
  if (depth === DEEPEST) refuse(path, `more than ${DEEPEST} levels deep`)
  parents.set(value, path)
  const coded = encodeObject(value, (inner, step) => encodeAt(inner, `${path}${step}`, parents, depth + 1))
  parents.delete(value)
  return coded
}

/** @param {any} value @param {(inner: any, step: string) => any} inside */
function encodeObject (value, inside) {
  if (Array.isArray(value)) return Array.from(value, (item, index) => index in value ? inside(item, `[${index}]`) : { $: 'hole' })
  if (value instanceof Date) return serializer.encode(value)
  if (value instanceof Map) return { $: 'map', items: Array.from(value, ([key, item], index) => [inside(key, ` key ${index}`), inside(item, `[${index}]`)]) }
  if (value instanceof Set) return { $: 'set', items: Array.from(value, (item, index) => inside(item, `[${index}]`)) }
  if (value instanceof RegExp) return { $: 'regexp', text: String(value) }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodeBytes(value)
  const maker = value.constructor?.name
  const fields = Object.fromEntries(Object.keys(value).map((key) => [key, inside(value[key], `.${key}`)]))
  // Encode an error's message separately, because Object.keys does not list the field `message`.
  if (value instanceof Error) return { $: 'error', maker, text: String(value), ...(Object.keys(fields).length && { fields }) }
  return !maker || maker === 'Object' ? { $: 'plain', fields } : { $: 'object', maker, fields }
}

/** @param {ArrayBuffer | ArrayBufferView} value */
function encodeBytes (value) {
  const bytes = ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value)
  const digest = createHash('sha1').update(bytes).digest('hex').slice(0, 12)
  return { $: 'bytes', maker: value.constructor.name, text: `${value.constructor.name} of ${bytes.length} bytes (sha1 ${digest})` }
}

/** @param {string} path @param {string} what @returns {never} */
function refuse (path, what) {
  throw new IncomparableAnswer(`answer${path} is ${what}, which cannot be compared. Compare only a part of the answer: answer: (value) => value.name`)
}
