import { MongoClient } from 'mongodb'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { loadDataset, startChosenMongoServer } from '@hotpath-labs/services/mongo'
import { findOrders as atOnce } from './at-once.js'
import { findOrders as fast } from './fast.js'
import { findOrders as inEach } from './in.js'
import { findOrders as slow } from './slow.js'

const ORDERS = [
  { number: 3, page: 0, cents: 30, customer: 2 },
  { number: 1, page: 0, cents: 10, customer: 2 },
  { number: 2, page: 0, cents: 20, customer: 9 },
  { number: 4, page: 0, cents: 40, customer: 1 },
  { number: 5, page: 0, cents: 50, customer: 3 },
  { number: 6, page: 1, cents: 60, customer: 1 },
]

t.test('a customer of several orders, a deleted one, and a deleted city', async (t) => {
  const mongo = await startChosenMongoServer()
  t.teardown(() => mongo.close())
  const collections = {
    orders: () => ORDERS,
    customers: () => [{ _id: 1, name: 'Ann', city: 7 }, { _id: 2, name: 'Bo', city: 8 }, { _id: 3, name: 'Cy', city: 77 }],
    cities: () => [{ _id: 8, name: 'Oslo' }, { _id: 7, name: 'Bonn' }],
  }
  const dataset = await loadDataset(mongo.url, { lab: 'orders', collections: /** @type {any} */ (collections) })
  t.teardown(() => dataset.remove())
  const client = await new MongoClient(dataset.url).connect()
  t.teardown(() => client.close())
  for (const [name, findOrders] of Object.entries({ slow, atOnce, inEach, fast })) {
    t.same(await findOrders(client.db())(0, 4), [
      { number: 1, cents: 10, customer: 'Bo', city: 'Oslo' },
      { number: 2, cents: 20, customer: null, city: null },
      { number: 3, cents: 30, customer: 'Bo', city: 'Oslo' },
      { number: 4, cents: 40, customer: 'Ann', city: 'Bonn' },
    ], name)
    t.same(await findOrders(client.db())(0, 9).then((rows) => rows[4]), { number: 5, cents: 50, customer: 'Cy', city: null }, name)
    t.same(await findOrders(client.db())(2, 4), [], `${name}: an empty page`)
  }
})

assertHolds(t, await testLab(import.meta.dirname))
