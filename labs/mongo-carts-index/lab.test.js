import { MongoClient } from 'mongodb'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { loadDataset, startChosenMongoServer } from '@hotpath-labs/services/mongo'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { totals as aggregate } from './aggregate.js'
import { cached } from './cached.js'
import { totals as fast } from './fast.js'
import { totals as index } from './index.js'
import { totals as slow } from './slow.js'
import { totalOf } from './total.js'

t.test('an empty cart costs nothing, whoever adds it up; the published pipeline gives another answer', async (t) => {
  const mongo = await startChosenMongoServer()
  t.teardown(() => mongo.close())
  const carts = { documents: () => [{ cart: 1, quantity: 2, price: 300 }, { cart: 1, quantity: 1, price: 50 }], indexes: [{ key: { cart: 1 }, name: 'cart_1' }] }
  const dataset = await loadDataset(mongo.url, { lab: 'carts', collections: { carts } })
  t.teardown(() => dataset.remove())
  const client = await new MongoClient(dataset.url).connect()
  t.teardown(() => client.close())
  const collection = client.db().collection('carts')
  for (const totals of [slow, aggregate, index, fast]) t.same(await Promise.all([1, 2].map(totals(collection))), [650, 0])
  const found = await collection.aggregate(totalOf(1)).toArray()
  t.same(found, [{ _id: 1, total: 650 }], 'as it was sent in the text: eight bytes more, and nothing at all for an empty cart')
})

function counted (max, ttl = 60_000) {
  /** @type {number[]} */
  const fetched = []
  const total = cached(async (cart) => {
    fetched.push(cart)
    if (cart === 13 && fetched.length === 1) throw new Error('gone')
    return cart * 10
  }, { max, ttl })
  return { fetched, total }
}

t.test('a burst for a cart is one query, each cart has its own total, and 0 is one', async (t) => {
  const { fetched, total } = counted(100)
  t.same(new Set(await Promise.all(Array.from({ length: 500 }, () => total(3)))), new Set([30]))
  t.same(await Promise.all([0, 1, 2, 3, 0].map(total)), [0, 10, 20, 30, 0])
  t.equal(await total(0), 0)
  t.same(fetched, [3, 0, 1, 2])
})

t.test('a hundred carts are all kept; of a hundred and one, asked in turn, none is', async (t) => {
  const round = async (carts, { total }) => {
    for (let cart = 0; cart < carts; cart++) await total(cart)
  }
  for (const [carts, queries] of [[100, 100], [101, 202]]) {
    const seen = counted(100)
    await round(carts, seen)
    await round(carts, seen)
    t.equal(seen.fetched.length, queries)
  }
})

t.test('of carts that are asked for at random, as many are hits as have room', async (t) => {
  const random = createRandom(1)
  for (const max of [100, 50, 10]) {
    const { fetched, total } = counted(max)
    for (let asked = 0; asked < 1000; asked++) await total(random.int(0, 99))
    fetched.length = 0
    for (let asked = 0; asked < 4000; asked++) await total(random.int(0, 99))
    t.ok(Math.abs(1 - fetched.length / 4000 - max / 100) < 0.03, `max ${max}: ${4000 - fetched.length} hits of 4000`)
  }
})

t.test('an error is given to who waits, and not kept', async (t) => {
  const { total } = counted(100)
  await t.rejects(total(13), /gone/)
  t.equal(await total(13), 130)
})

assertHolds(t, await testLab(import.meta.dirname))
