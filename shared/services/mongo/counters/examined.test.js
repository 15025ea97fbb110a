import { MongoClient } from 'mongodb'
import t from 'tap'
import { connectForTest } from '../fixtures/embedded-client.js'
import { startFake } from '../fixtures/fake-mongod.js'
import { NO_EXAMINED_COUNT_MESSAGE } from '../missing-feature.js'
import { startCounting as countExamined } from './examined.mjs'

function give (t, url) {
  const { MONGODB_URL } = process.env
  process.env.MONGODB_URL = url
  t.teardown(() => { if (MONGODB_URL === undefined) delete process.env.MONGODB_URL; else process.env.MONGODB_URL = MONGODB_URL })
}

t.test('examined documents are counted, not returned ones', async (t) => {
  const { server, db, collection: items } = await connectForTest(t)
  await items.insertMany(Array.from({ length: 300 }, (_, item) => ({ cart: item % 3, price: item })))
  await items.createIndex({ cart: 1 })
  give(t, server.url)
  const scan = { hint: { $natural: 1 } }
  const sum = [{ $match: { cart: 1 } }, { $group: { _id: null, sum: { $sum: '$price' } } }]

  /** @type {[string, () => Promise<any>, number][]} */
  const cases = [
    ['a scan', () => items.find({ cart: 1 }, scan).toArray(), 300],
    ['an index', () => items.find({ cart: 1 }).toArray(), 100],
    ['a pipeline with an index', () => items.aggregate(sum).toArray(), 100],
    ['two at once', () => Promise.all([items.find({ cart: 1 }).toArray(), items.findOne({ price: 299 })]), 400],
    ['a write and a ping', async () => { await items.insertOne({ cart: 9 }); await db.command({ ping: 1 }) }, 0],
  ]
  for (const [name, ask, examined] of cases) {
    const counter = countExamined()
    await ask()
    counter.stop()
    await items.find().toArray()
    t.equal(await counter.calls(), examined, name)
    await items.deleteMany({ cart: 9 })
  }
})

/** @param {import('tap').Test} t @param {object | undefined} plan @returns {Promise<number>} count for one aggregation with this plan */
async function countedBy (t, plan) {
  const server = await startFake({ plan })
  t.teardown(server.close)
  const client = await new MongoClient(server.url).connect()
  t.teardown(() => client.close())
  give(t, server.url)
  const counter = countExamined()
  await client.db('it').collection('items').aggregate([]).toArray().catch(() => {})
  counter.stop()
  return counter.calls()
}

t.test('the figure is found in the stages of a pipeline', async (t) => {
  const $cursor = { executionStats: { totalDocsExamined: 7 } }
  t.equal(await countedBy(t, { stages: [{ $cursor }, { $group: {} }] }), 7)
  t.equal(await countedBy(t, $cursor), 7)
})

t.test('a database that does not report the figure is refused', async (t) => {
  for (const plan of [undefined, { queryPlanner: {} }, { executionStats: { executionTimeMillis: 1 } }]) await t.rejects(countedBy(t, plan), { message: new RegExp(`^${NO_EXAMINED_COUNT_MESSAGE}: `) })
})
