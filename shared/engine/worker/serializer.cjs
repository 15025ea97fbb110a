'use strict'

// Encodes values that answers may contain but JSON loses: NaN, infinities, -0, undefined, bigints and holes of arrays.
// Uses loops instead of array methods, because a variant may replace the methods.

const primordials = require('./primordials.cjs')

/** @param {unknown} value @returns {string | undefined} name of a value that JSON lacks */
function specialName (value) {
  if (value === undefined) return 'undefined'
  if (typeof value !== 'number') return
  if (primordials.isNaN(value)) return 'NaN'
  if (value === Infinity) return 'Infinity'
  if (value === -Infinity) return '-Infinity'
  if (value === 0 && 1 / value < 0) return '-0'
}

/** Values that JSON cannot express, by name. */
const SPECIALS = { NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity, '-0': -0, undefined: undefined }

/**
 * Encodes plain data so that JSON loses nothing.
 *
 * @param {unknown} value
 * @returns {any}
 */
function encode (value) {
  const name = specialName(value)
  if (name) return { $: name }

  if (typeof value === 'bigint') return { $: 'bigint', digits: primordials.String(value) }
  if (typeof value === 'function' || typeof value === 'symbol') return { $: 'opaque', text: primordials.String(value) }
  if (primordials.isArray(value)) {
    const items = []
    for (let i = 0; i < value.length; i++) items[i] = i in value ? encode(value[i]) : { $: 'hole' }
    return items
  }
  // encodes the contents separately, because Object.keys does not list what dates, maps and sets contain
  if (value instanceof primordials.Date) return { $: 'date', ms: encode(primordials.time(value)) }
  if (value instanceof primordials.Map) return { $: 'map', items: encode(listEntries(value)) }
  if (value instanceof primordials.Set) return { $: 'set', items: encode(listEntries(value)) }
  if (value !== null && typeof value === 'object') {
    // pairs, because an object with the value's keys would share hidden classes with the objects of the measured code: docs/decisions/070
    const fields = []
    const keys = primordials.keys(value)
    for (let i = 0; i < keys.length; i++) fields[i] = [keys[i], encode(value[keys[i]])]
    const maker = value.constructor && value.constructor.name
    if (!maker || maker === 'Object') return { $: 'plain', fields: fields }
    return { $: 'object', maker: maker, fields: fields, text: primordials.String(value) }
  }
  return value
}

/** @param {Map<any, any> | Set<any>} collection @returns {any[]} entries or values, in order */
function listEntries (collection) {
  const items = []
  if (collection instanceof primordials.Map) primordials.eachOfMap(collection, (value, key) => { items[items.length] = [key, value] })
  else primordials.eachOfSet(collection, (value) => { items[items.length] = value })
  return items
}

/**
 * Decodes a value that `encode` has encoded.
 *
 * @param {any} coded
 * @returns {any}
 */
function decode (coded) {
  if (coded === null || typeof coded !== 'object') return coded
  if (primordials.isArray(coded)) {
    // returns the array that JSON.parse made: an array filled here would hold boxed numbers and be three times slower
    if (isFlat(coded)) return coded
    const items = []
    for (let i = 0; i < coded.length; i++) {
      if (coded[i] && coded[i].$ === 'hole') items.length++
      else items[i] = decode(coded[i])
    }
    return items
  }
  if (typeof coded.$ === 'string' && coded.$ in SPECIALS) return SPECIALS[coded.$]
  if (coded.$ === 'bigint') return eval(coded.digits + 'n') // eslint-disable-line no-eval -- the literal is a syntax error before Node 10
  if (coded.$ === 'date') return new primordials.Date(decode(coded.ms))
  if (coded.$ === 'map') return new primordials.Map(decode(coded.items))
  if (coded.$ === 'set') return new primordials.Set(decode(coded.items))
  if (coded.fields) {
    const fields = {}
    for (let i = 0; i < coded.fields.length; i++) {
      const field = { value: decode(coded.fields[i][1]), enumerable: true, configurable: true, writable: true }
      primordials.defineProperty(fields, coded.fields[i][0], field)
    }
    return fields
  }
  return coded
}

/**
 * Writes plain data as JSON, or as source text where JSON would lose something. The objects that a measured process makes of this text
 * have hidden classes as in a user's own code, which objects filled key by key do not have.
 *
 * @param {unknown} value
 * @returns {{ json?: string, source?: string }}
 */
function write (value) {
  const how = { isJson: true }
  const text = writeSource(value, how)
  return how.isJson ? { json: text } : { source: text }
}

/** @param {any} value @param {{ isJson: boolean }} how `isJson`: false from the first value that JSON lacks @returns {string} */
function writeSource (value, how) {
  if (primordials.isArray(value)) return '[' + writeItems(value, how) + ']'
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && !specialName(value))) {
    return primordials.quote(value)
  }
  if (typeof value === 'object' && !isSpecialObject(value)) {
    let text = ''
    const keys = primordials.keys(value)
    for (let i = 0; i < keys.length; i++) text += (i ? ',' : '') + writeKey(keys[i], how) + ':' + writeSource(value[keys[i]], how)
    return '{' + text + '}'
  }
  how.isJson = false
  if (value === undefined) return 'undefined'
  if (typeof value === 'number') return String(specialName(value))
  if (typeof value === 'bigint') return value + 'n'
  if (value instanceof primordials.Date) return 'new Date(' + writeSource(primordials.time(value), how) + ')'
  if (value instanceof primordials.Map || value instanceof primordials.Set) {
    return 'new ' + (value instanceof primordials.Map ? 'Map' : 'Set') + '([' + writeItems(listEntries(value), how) + '])'
  }
  throw new primordials.Error('expected plain data as input, but found a ' + typeof value)
}

/** @param {any[]} items @param {{ isJson: boolean }} how @returns {string} */
function writeItems (items, how) {
  let text = ''
  for (let i = 0; i < items.length; i++) {
    const isHole = !(i in items)
    if (isHole) how.isJson = false
    text += (i ? ',' : '') + (isHole ? '' : writeSource(items[i], how))
  }
  // a comma after the last item does not count
  return items.length && !(items.length - 1 in items) ? text + ',' : text
}

/** @param {string} key @param {{ isJson: boolean }} how @returns {string} */
function writeKey (key, how) {
  if (key !== '__proto__') return primordials.quote(key)
  // sets the prototype where it is no computed key
  how.isJson = false
  return '["__proto__"]'
}

/** @param {object} value @returns {boolean} */
function isSpecialObject (value) {
  return value instanceof primordials.Date || value instanceof primordials.Map || value instanceof primordials.Set
}

/** Makes the value of a text that `write` has made. @param {{ json?: string, source?: string }} written @returns {any} */
function read (written) {
  if (typeof written.json === 'string') return primordials.parse(written.json)
  return primordials.Function('Date', 'Map', 'Set', 'return ' + written.source)(primordials.Date, primordials.Map, primordials.Set)
}

/** @param {any[]} items */
function isFlat (items) {
  for (let i = 0; i < items.length; i++) if (items[i] !== null && typeof items[i] === 'object') return false
  return true
}

/**
 * Formats JSON without calling toJSON: a variant could define a toJSON that makes wrong answers look like right ones.
 *
 * @param {unknown} plain objects, arrays, and values that JSON has
 * @returns {string}
 */
function stringify (plain) {
  if (plain === null || typeof plain !== 'object') return primordials.quote(plain)
  let text = ''
  if (primordials.isArray(plain)) {
    for (let i = 0; i < plain.length; i++) text += (i ? ',' : '') + stringify(plain[i])
    return '[' + text + ']'
  }
  const keys = primordials.keys(plain)
  for (let i = 0; i < keys.length; i++) {
    if (plain[keys[i]] !== undefined) text += (text ? ',' : '') + primordials.quote(keys[i]) + ':' + stringify(plain[keys[i]])
  }
  return '{' + text + '}'
}

module.exports = Object.freeze({ encode: encode, decode: decode, read: read, stringify: stringify, write: write })
