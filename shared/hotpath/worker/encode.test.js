import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import t from 'tap'
import { findFirstDifference, formatSerializedValue } from '@hotpath-labs/engine/answers.js'
import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { encodeAnswer, hashEncodedAnswer } from './encode.mjs'

const areEqual = (one, other) => hashEncodedAnswer(encodeAnswer(one)) === hashEncodedAnswer(encodeAnswer(other))

t.test('answers are equal by structure, also where JSON is blind', async (t) => {
  class Point { constructor (x) { this.x = x } }
  class Empty {}
  /** @type {[() => unknown, unknown][]} a value, and one that only looks like it */
  const cases = [
    [() => NaN, null],
    [() => -0, 0],
    [() => [1, undefined, 3], [1, null, 3]],
    [() => 10n, 10],
    [() => new Date(5), new Date(6)],
    [() => new Map([[{ a: 1 }, 2]]), new Map([[{ a: 2 }, 2]])],
    [() => new Set([1, 2]), [1, 2]],
    [() => /a/g, /a/],
    [() => Buffer.from('one'), Buffer.from('two')],
    [() => new Uint8Array([1, 2]), new Uint16Array([1, 2])],
    [() => new Point(1), { x: 1 }],
    [() => new TypeError('no'), new RangeError('no')],
    [() => ({ a: { b: [1] } }), { a: { b: [2] } }],
    [() => new URL('http://a/1'), new URL('http://a/2')],
    [() => new Headers({ a: '1' }), new Headers({ a: '2' })],
    [() => Object(1), Object(2)],
    [() => new Empty(), {}],
    [() => Object.create(null), []],
    [() => Object.create({ a: 1 }), []],
    [() => ({ [Symbol.for('a')]: 1 }), []],
  ]
  for (const [make, other] of cases) {
    t.ok(areEqual(make(), make()), String(make))
    t.notOk(areEqual(make(), other), String(make))
  }
})

t.test('circles have an end, and one object in two places is no circle', async (t) => {
  const circle = () => {
    const one = { name: 'a', next: /** @type {any} */ (null) }
    one.next = { name: 'b', next: one }
    return one
  }
  t.ok(areEqual(circle(), circle()))
  const shared = { a: 1 }
  t.ok(areEqual([shared, shared], [{ a: 1 }, { a: 1 }]))
})

t.test('a list of fractions is compared number by number, so that a tolerance applies to it', async (t) => {
  const [one, other] = [[1, 2], [1, 2.0001]].map((numbers) => encodeAnswer({ list: new Float64Array(numbers) }, { byNumber: true }))
  t.match(findFirstDifference(one, other), { path: '.list.1', left: 2, right: 2.0001 })
  t.equal(findFirstDifference(one, other, 0.001), undefined)
  t.equal(formatSerializedValue(one.fields[0][1]), 'Float64Array [1, 2]')
  t.match(encodeAnswer(new Float32Array(200_000), { byNumber: true }), { $: 'bytes' })
  t.match(encodeAnswer(new Float32Array(2)), { $: 'bytes' })
})

t.test('what cannot be compared is refused with its place', async (t) => {
  class Secret {
    #value
    constructor (value) { this.#value = value }
    get double () { return 2 * this.#value }
  }
  class Heir extends Secret {}
  /** @type {[unknown, RegExp][]} */
  const cases = [
    [() => {}, /^answer is a function, which cannot be compared\. Compare only a part of the answer: answer:/],
    [{ list: [Symbol('x')] }, /^answer\.list\[0\]/],
    [{ body: Readable.from([]) }, /^answer\.body/],
    [[Promise.resolve()], /^answer\[0\]/],
    [new WeakMap(), /WeakMap/],
    [new Response('x'), /^answer is an object of the class Response with hidden content, which cannot be compared/],
    [{ secret: new Heir(1) }, /^answer\.secret/],
    [[1].values(), /^answer is an iterator/],
    [new (class { #a = 1; get a () { return this.#a } })(), /^answer is an object of the class without a name with hidden content/],
    [(async function * () { yield 1 })(), /^answer is an iterator/],
  ]
  for (const [value, words] of cases) t.throws(() => encodeAnswer(value), words)
  let deep = {}
  for (let level = 0; level < 20_000; level++) deep = { deep }
  t.throws(() => encodeAnswer(deep), /more than 500 levels deep/)
})

setFlagsFromString('--allow-natives-syntax')
/** True if both objects have the same hidden class. @type {(one: object, other: object) => boolean} */
const haveSameMap = /** @type {any} */ (runInThisContext('(one, other) => %HaveSameMap(one, other)'))

t.test('encoding changes no hidden class of objects with the keys of the answer', async (t) => {
  class Answer {}
  let keys = 0
  for (const [encoder, encode] of Object.entries({ encodeAnswer, serializer: serializer.encode })) {
    for (const value of [NaN, -0, 1.5, 1n, undefined, null, 'text', [1], { deep: 1 }, new Date(0), new Map([[1, 2]]), new Answer()]) {
      const key = `key${keys++}`
      const make = (number) => {
        const object = /** @type {Record<string, unknown>} */ ({})
        object[key] = number
        return object
      }
      const answer = /** @type {Record<string, unknown>} */ (new Answer())
      answer[key] = value
      const before = make(1)
      encode([answer])
      // V8 stores small numbers as such until the field gets anything else, which makes a new hidden class for 1.5
      t.same([make(1), make(1.5)].map((one) => haveSameMap(before, one)), [true, false], `${encoder}: ${String(value)}`)
    }
  }
})
