import { createHash } from 'node:crypto'
import { Stream } from 'node:stream'
import engine from '@hotpath-labs/engine/worker/index.cjs'

const { serializer } = engine

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

/** Typed arrays to which `tolerance` applies. An array with more items is compared byte by byte, because its text would take megabytes. */
const FRACTIONS = { classes: [Float32Array, Float64Array], mostItems: 100_000 }

/** Classes of primitive values that are objects. */
const BOXED = /** @type {any[]} */ ([Number, String, Boolean, BigInt])

/** Maximum number of items to read from an object without fields: its list of items may be endless. */
const MOST_ITEMS = 1_000_000

/** Pattern for the source of a class whose objects may hide content from other code: private fields, or a class of Node itself. */
const HIDES_CONTENT = /\[native code\]|\.#/

/**
 * Encodes an answer for JSON so that dates, maps and undefined are not lost. Equal answers have equal encodings. For an object with
 * fields, it encodes only these fields, and no private ones.
 *
 * @param {unknown} value
 * @param {{ byNumber?: boolean, says?: boolean }} [options] `byNumber`: keep the numbers of typed arrays, so that a tolerance can apply to
 *   them; `says`: encode an object of a class by its toJSON, because two versions of a package may keep the same content in other fields
 * @returns {any} in the form of `worker/serializer.cjs`
 * @throws {IncomparableAnswer} for functions, symbols, promises, streams, iterators, objects that hide their content, and deeper nesting
 *   than 500
 */
export function encodeAnswer (value, { byNumber = false, says = false } = {}) {
  return encodeAt(value, '', { parents: new Map(), byNumber, says }, 0)
}

/** @param {unknown} coded @returns {string} */
export function hashEncodedAnswer (coded) {
  return createHash('sha1').update(serializer.stringify(coded)).digest('base64')
}

/**
 * @param {any} value
 * @param {string} path
 * @param {{ parents: Map<object, string>, byNumber: boolean, says: boolean }} how `parents`: objects on the way, with their paths
 * @param {number} depth
 */
function encodeAt (value, path, how, depth) {
  const { parents, byNumber, says } = how
  if (typeof value === 'function' || typeof value === 'symbol') refuse(path, `a ${typeof value}`)
  if (typeof value !== 'object' || value === null) return serializer.encode(value)
  const circle = parents.get(value)
  if (circle !== undefined) return { $: 'circle', text: `the same object as answer${circle}` }
  const closed = CLOSED.find(([kind]) => value instanceof kind)
  if (closed) refuse(path, closed[1])
  if (typeof value.next === 'function' && (Symbol.iterator in value || Symbol.asyncIterator in value)) refuse(path, 'an iterator')
  if (depth === DEEPEST) refuse(path, `more than ${DEEPEST} levels deep`)
  parents.set(value, path)
  const inside = (/** @type {any} */ inner, /** @type {string} */ step) => encodeAt(inner, `${path}${step}`, how, depth + 1)
  const coded = byNumber && isListOfFractions(value)
    ? { $: 'numbers', maker: value.constructor.name, items: Array.from(value, (item) => serializer.encode(item)) }
    : says && hasOwnJson(value)
      ? { $: 'object', maker: value.constructor.name, fields: [['value', inside(value.toJSON(), '')]] }
      : encodeObject(value, inside, (what) => refuse(path, what))
  parents.delete(value)
  return coded
}

/** @param {any} value @returns {boolean} true for an object of a class that says what it is, unlike a Date, whose content is known */
function hasOwnJson (value) {
  const maker = value.constructor?.name
  return typeof value.toJSON === 'function' && Boolean(maker) && maker !== 'Object' && !(value instanceof Date) && !ArrayBuffer.isView(value)
}

/** @param {any} value @returns {boolean} */
function isListOfFractions (value) {
  return FRACTIONS.classes.some((kind) => value instanceof kind) && value.length <= FRACTIONS.mostItems
}

/** @param {any} value @param {(inner: any, step: string) => any} inside @param {(what: string) => never} refuseIt */
function encodeObject (value, inside, refuseIt) {
  if (Array.isArray(value)) return Array.from(value, (item, index) => index in value ? inside(item, `[${index}]`) : { $: 'hole' })
  if (value instanceof Date) return serializer.encode(value)
  if (value instanceof Map) return { $: 'map', items: Array.from(value, ([key, item], index) => [inside(key, ` key ${index}`), inside(item, `[${index}]`)]) }
  if (value instanceof Set) return { $: 'set', items: Array.from(value, (item, index) => inside(item, `[${index}]`)) }
  if (value instanceof RegExp) return { $: 'regexp', text: String(value) }
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodeBytes(value)
  const maker = value.constructor?.name
  const keys = Object.keys(value)
  const isOfClass = maker !== undefined && maker !== 'Object' && !(value instanceof Error)
  if (keys.length === 0 && isOfClass) return encodeWithoutFields(value, maker, inside, refuseIt)
  // Pairs, because an object with the answer's keys would share hidden classes with the objects of the measured code: docs/decisions/070
  const fields = keys.map((key) => [key, inside(value[key], `.${key}`)])
  // Encode an error's message separately, because Object.keys does not list the field `message`.
  if (value instanceof Error) return { $: 'error', maker, text: String(value), ...(fields.length && { fields }) }
  return !maker || maker === 'Object' ? { $: 'plain', fields } : { $: 'object', maker, fields }
}

/**
 * Encodes an object without fields, such as a `URL` or a `Headers`. Reads its content with toJSON or as a list, and refuses an object that
 * shows it in neither way.
 *
 * @param {any} value
 * @param {string} maker name of its class
 * @param {(inner: any, step: string) => any} inside
 * @param {(what: string) => never} refuseIt
 */
function encodeWithoutFields (value, maker, inside, refuseIt) {
  if (BOXED.some((kind) => value instanceof kind)) return { $: 'object', maker, fields: [['value', inside(value.valueOf(), '')]] }
  if (typeof value.toJSON === 'function') return { $: 'object', maker, fields: [['value', inside(value.toJSON(), '')]] }
  if (typeof value[Symbol.iterator] !== 'function') {
    return hidesContent(value) ? refuseIt(`an object of the class ${maker || 'without a name'} with hidden content`) : { $: 'object', maker, fields: [] }
  }
  const items = []
  for (const item of value) {
    items.push(inside(item, `[${items.length}]`))
    if (items.length > MOST_ITEMS) refuseIt(`a list of more than ${MOST_ITEMS.toLocaleString('en')} items`)
  }
  return { $: 'items', maker, items }
}

/** @param {unknown} value without fields @returns {boolean} true if it may have content that no other code can read */
function hidesContent (value) {
  if (Object.getOwnPropertySymbols(value).length > 0) return true
  const classes = []
  for (let at = Object.getPrototypeOf(value); at && at.constructor?.name !== 'Object'; at = Object.getPrototypeOf(at)) classes.push(at.constructor)
  return classes.some((one) => HIDES_CONTENT.test(String(one)))
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
