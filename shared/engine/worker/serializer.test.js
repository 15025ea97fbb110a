import t from 'tap'
import { findFirstDifference, formatSerializedValue } from '../answers.js'
import serializer from './serializer.cjs'

/** @param {any} value @returns {any} the value after both ways */
const sent = (value) => serializer.decode(JSON.parse(JSON.stringify(serializer.encode(value))))

t.test('values that JSON loses survive', async (t) => {
  for (const value of [NaN, Infinity, -Infinity, undefined, null, 0, 'text', true, 12n, [1, NaN, [2]], { a: { b: undefined } }]) t.same(sent(value), value)
  t.ok(Object.is(sent(-0), -0))
  // eslint-disable-next-line no-sparse-arrays
  const holed = sent([1, , 3])
  t.equal(holed.length, 3)
  t.notOk(1 in holed)
  t.equal(sent([1, undefined]).length, 2)
})

t.test('dates, maps and sets survive', async (t) => {
  for (const value of [new Date(1234.5), new Map([['a', new Set([NaN, -0])]]), new Set()]) t.same(sent(value), value)
  t.equal(sent(new Date(7)).getTime(), 7)
  t.ok(Number.isNaN(sent(new Date(NaN)).getTime()))
})

t.test('inputs are written as JSON, or as a literal where JSON loses something', async (t) => {
  const both = (value) => serializer.read(JSON.parse(JSON.stringify(serializer.write(value))))
  const own = JSON.parse('{"__proto__":1,"a":"\\u2028"}')
  // eslint-disable-next-line no-sparse-arrays
  const special = [NaN, -Infinity, undefined, 12n, [1, , 3], [,], new Date(5), new Map([['a', { b: new Set([1]) }]]), { 'a-b': undefined }, own]
  for (const value of [[[1, 2.5, 'text', null, true]], { a: { b: [] } }]) {
    t.same(both(value), value)
    t.type(serializer.write(value).json, 'string')
  }
  for (const value of special) {
    t.same(both(value), value)
    t.type(serializer.write(value).source, 'string')
  }
  t.ok(Object.is(both(-0), -0))
  t.same([both([1, , 3]), both([,])].map((list) => [list.length, Object.keys(list)]), [[3, ['0', '2']], [1, []]]) // eslint-disable-line no-sparse-arrays
  t.ok(Object.hasOwn(both(own), '__proto__'), 'a field, no prototype')
})

t.test('finds the first difference, or none', async (t) => {
  const difference = (left, right, within = 0) =>
    findFirstDifference(serializer.encode(left), serializer.encode(right), within)
  t.equal(difference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), undefined)
  t.match(difference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }), { path: '.a.1.b', left: 2, right: 3 })
  t.ok(difference(0, -0), '-0 differs from 0')
  t.equal(difference(NaN, NaN), undefined)
  t.ok(difference(undefined, null))
  t.ok(difference([], [undefined]))
  t.ok(difference(new Map([['a', 1]]), new Map()))
  t.ok(difference(new Set([1, 2]), new Set([2, 1])), 'in another order')
  t.ok(difference(new Date(1000), new Date(1001)), 'a millisecond apart')
  t.ok(difference(1, 1 + 1e-9))
  t.equal(difference(1, 1 + 1e-13, 1e-12), undefined, 'within the tolerance')
})

t.test('formats values as JavaScript', async (t) => {
  t.equal(formatSerializedValue(serializer.encode([1, NaN, undefined])), '[1, NaN, undefined]')
  t.equal(formatSerializedValue(serializer.encode({ a: 'x' })), '{ a: "x" }')
  t.equal(formatSerializedValue(serializer.encode(new Map([['a', new Date(0)]]))), 'Map [["a", 1970-01-01T00:00:00.000Z]]')
  t.equal(formatSerializedValue(serializer.encode(new Date(NaN))), 'an invalid Date')
  t.equal(formatSerializedValue(serializer.encode(Promise.resolve(1))), 'a Promise')
  t.equal(formatSerializedValue('x'.repeat(5e7)).length, 200, 'cut')
})
