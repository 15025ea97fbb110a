'use strict'

// JSON loses NaN, the infinities, -0, undefined, bigints and holes, and those are the very edges an oracle asks about.
// Loops and not methods: a variant may have replaced those.

const taken = require('./taken.cjs')

/** @param {any} value @returns {string | undefined} its name, where JSON has none for it */
function oddName (value) {
  if (value === undefined) return 'undefined'
  if (typeof value !== 'number') return
  if (taken.isNaN(value)) return 'NaN'
  if (value === Infinity) return 'Infinity'
  if (value === -Infinity) return '-Infinity'
  if (value === 0 && 1 / value < 0) return '-0'
}

/** By their names. */
const odd = { NaN: NaN, Infinity: Infinity, '-Infinity': -Infinity, '-0': -0, undefined: undefined }

/**
 * Any value made of plain data, as something JSON keeps.
 *
 * @param {any} value
 * @returns {any}
 */
function encode (value) {
  const name = oddName(value)
  if (name) return { $: name }

  if (typeof value === 'bigint') return { $: 'bigint', digits: taken.String(value) }
  if (typeof value === 'function' || typeof value === 'symbol') return { $: 'opaque', text: taken.String(value) }
  if (taken.isArray(value)) {
    const items = []
    for (let i = 0; i < value.length; i++) items[i] = i in value ? encode(value[i]) : { $: 'hole' }
    return items
  }
  // none of what these hold is in their keys
  if (value instanceof taken.Date) return { $: 'date', ms: encode(taken.time(value)) }
  if (value instanceof taken.Map || value instanceof taken.Set) return { $: value instanceof taken.Map ? 'map' : 'set', items: encode(itemsOf(value)) }
  if (value !== null && typeof value === 'object') {
    const fields = {}
    const keys = taken.keys(value)
    for (let i = 0; i < keys.length; i++) fields[keys[i]] = encode(value[keys[i]])
    const maker = value.constructor && value.constructor.name
    return maker && maker !== 'Object' ? { $: 'object', maker: maker, fields: fields, text: taken.String(value) } : { $: 'plain', fields: fields }
  }
  return value
}

/** @param {Map<any, any> | Set<any>} collection @returns {any[]} its entries, or its values, in their order */
function itemsOf (collection) {
  const items = []
  if (collection instanceof taken.Map) taken.eachOfMap(collection, (value, key) => { items[items.length] = [key, value] })
  else taken.eachOfSet(collection, (value) => { items[items.length] = value })
  return items
}

/**
 * @param {any} coded what encode made
 * @returns {any}
 */
function decode (coded) {
  if (coded === null || typeof coded !== 'object') return coded
  if (taken.isArray(coded)) {
    // what JSON.parse has made is what a program would have; an array filled here would hold its numbers boxed, three times slower to read
    if (isFlat(coded)) return coded
    const items = []
    for (let i = 0; i < coded.length; i++) {
      if (coded[i] && coded[i].$ === 'hole') items.length++
      else items[i] = decode(coded[i])
    }
    return items
  }
  if (typeof coded.$ === 'string' && coded.$ in odd) return odd[coded.$]
  if (coded.$ === 'bigint') return eval(coded.digits + 'n') // eslint-disable-line no-eval -- the literal is a syntax error before Node 10
  if (coded.$ === 'date') return new taken.Date(decode(coded.ms))
  if (coded.$ === 'map') return new taken.Map(decode(coded.items))
  if (coded.$ === 'set') return new taken.Set(decode(coded.items))
  if (coded.fields) {
    const fields = {}
    const keys = taken.keys(coded.fields)
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
 * JSON, without asking anything for its toJSON: with one on a prototype all answers would look alike.
 *
 * @param {any} plain made of objects, arrays, and what JSON has names for
 * @returns {string}
 */
function textOf (plain) {
  if (plain === null || typeof plain !== 'object') return taken.quote(plain)
  let text = ''
  if (taken.isArray(plain)) {
    for (let i = 0; i < plain.length; i++) text += (i ? ',' : '') + textOf(plain[i])
    return '[' + text + ']'
  }
  const keys = taken.keys(plain)
  for (let i = 0; i < keys.length; i++) {
    if (plain[keys[i]] !== undefined) text += (text ? ',' : '') + taken.quote(keys[i]) + ':' + textOf(plain[keys[i]])
  }
  return '{' + text + '}'
}

module.exports = Object.freeze({ encode: encode, decode: decode, textOf: textOf })
