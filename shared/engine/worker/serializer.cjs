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
    const fields = {}
    const keys = primordials.keys(value)
    for (let i = 0; i < keys.length; i++) fields[keys[i]] = encode(value[keys[i]])
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
    const keys = primordials.keys(coded.fields)
    for (let i = 0; i < keys.length; i++) fields[keys[i]] = decode(coded.fields[keys[i]])
    return fields
  }
  return coded
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

module.exports = Object.freeze({ encode: encode, decode: decode, stringify: stringify })
