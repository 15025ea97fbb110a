'use strict'

// JSON loses NaN, the infinities, -0, undefined, bigints and holes, and those are the very edges an oracle asks about

/** @type {[string, (value: any) => boolean, () => any][]} */
const odd = [
  ['NaN', (value) => typeof value === 'number' && isNaN(value), () => NaN],
  ['Infinity', (value) => value === Infinity, () => Infinity],
  ['-Infinity', (value) => value === -Infinity, () => -Infinity],
  ['-0', (value) => value === 0 && 1 / value < 0, () => -0],
  ['undefined', (value) => value === undefined, () => undefined],
]

/**
 * Any value made of plain data, as something JSON keeps.
 *
 * @param {any} value
 * @returns {any}
 */
function encode (value) {
  const found = odd.find((entry) => entry[1](value))
  if (found) return { $: found[0] }

  if (typeof value === 'bigint') return { $: 'bigint', digits: String(value) }
  if (typeof value === 'function' || typeof value === 'symbol') return { $: 'opaque', text: String(value) }
  if (Array.isArray(value)) {
    const items = []
    for (let i = 0; i < value.length; i++) items.push(i in value ? encode(value[i]) : { $: 'hole' })
    return items
  }
  if (value !== null && typeof value === 'object') {
    const fields = {}
    Object.keys(value).forEach((key) => { fields[key] = encode(value[key]) })
    const maker = value.constructor && value.constructor.name
    return maker && maker !== 'Object' ? { $: 'object', maker: maker, fields: fields, text: String(value) } : { $: 'plain', fields: fields }
  }
  return value
}

/**
 * @param {any} coded what encode made
 * @returns {any}
 */
function decode (coded) {
  if (coded === null || typeof coded !== 'object') return coded
  if (Array.isArray(coded)) {
    // what JSON.parse has made is what a program would have; an array filled here would hold its numbers boxed, three times slower to read
    if (coded.every((item) => item === null || typeof item !== 'object')) return coded
    const items = []
    coded.forEach((item) => {
      if (item && item.$ === 'hole') items.length++
      else items.push(decode(item))
    })
    return items
  }
  const found = odd.find((entry) => entry[0] === coded.$)
  if (found) return found[2]()
  if (coded.$ === 'bigint') return eval(coded.digits + 'n') // eslint-disable-line no-eval -- the literal is a syntax error before Node 10
  if (coded.fields) {
    const fields = {}
    Object.keys(coded.fields).forEach((key) => { fields[key] = decode(coded.fields[key]) })
    return fields
  }
  return coded
}

module.exports = { encode: encode, decode: decode }
