import { MongoClient } from 'mongodb'
import t from 'tap'
import { startServer } from '../mongo/embedded/server.js'
import { countExamined } from './examined.mjs'

t.test('what the database examines is counted, not what it gives', async (t) => {
  const server = await startServer()
  t.teardown(server.close)
  const client = await new MongoClient(server.url).connect()
  t.teardown(() => client.close())
  const items = client.db('examined').collection('items')
  await items.insertMany(Array.from({ length: 300 }, (_, item) => ({ cart: item % 3, price: item })))
  await items.createIndex({ cart: 1 })
  const { MONGODB_URL } = process.env
  process.env.MONGODB_URL = server.url
  t.teardown(() => { if (MONGODB_URL === undefined) delete process.env.MONGODB_URL; else process.env.MONGODB_URL = MONGODB_URL })
  const scan = { hint: { $natural: 1 } }
  const sum = [{ $match: { cart: 1 } }, { $group: { _id: null, sum: { $sum: '$price' } } }]

  /** @type {[string, () => Promise<any>, number][]} */
  const cases = [
    ['a scan', () => items.find({ cart: 1 }, scan).toArray(), 300],
    ['an index', () => items.find({ cart: 1 }).toArray(), 100],
    ['an index, in batches', () => items.find({ cart: 1 }, { batchSize: 10 }).toArray(), 100],
    ['a pipeline that scans', () => items.aggregate(sum, scan).toArray(), 300],
    ['a pipeline with an index', () => items.aggregate(sum).toArray(), 100],
    ['two at once', () => Promise.all([items.find({ cart: 1 }).toArray(), items.findOne({ price: 299 })]), 400],
    ['a write and a ping', async () => { await items.insertOne({ cart: 9 }); await client.db().command({ ping: 1 }) }, 0],
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
