import t from 'tap'
import { connectForTest } from '../fixtures/embedded-client.js'
import { answerQuery, readQueries } from './fixtures/answer-queries.js'

t.test('queries are answered as by another server', async (t) => {
  const { db } = await connectForTest(t)
  const queries = readQueries()
  for (const query of queries.queries) t.same(await answerQuery(db, queries, query), query.answers, query.title)
})

t.test('indexes over one field: the same answers from fewer documents', async (t) => {
  const { db, collection } = await connectForTest(t)
  const carts = [0, 1, 2, '0', '1', '2', null, new Date(0), new Date(2)]
  const documents = Array.from({ length: 300 }, (_, nth) => ({ _id: nth, cart: carts[nth % 9], price: nth }))
  await collection.insertMany(/** @type {any[]} */ (documents))
  await collection.createIndex({ cart: 1 })
  await collection.updateMany({ price: { $lt: 50 } }, { $set: { cart: 7 } })
  await collection.deleteMany({ price: { $gt: 250 } })
  /** @type {any[]} */
  const filters = [
    { cart: 1 }, { cart: '1' }, { cart: null }, { cart: new Date(2) },
    { cart: { $in: [0, '2', 0] } }, { cart: { $gt: 0 } }, { cart: { $gte: '0', $lt: '2' } },
    { cart: 7, price: { $gt: 3 } }, { cart: { $lte: new Date(0) } }, { cart: { $gt: 1, $lt: 1 } },
    { cart: { $ne: 1 } }, { _id: 40 }, { _id: { $gte: 240 } },
  ]
  for (const filter of filters) {
    const search = (options) => collection.find(filter, { sort: { _id: 1 }, ...options }).toArray()
    t.same(await search({}), await search({ hint: { $natural: 1 } }), JSON.stringify(filter))
  }
  const explain = async (filter, options = {}) => {
    const { executionStats: { nReturned, totalDocsExamined }, queryPlanner } = await collection.find(filter, options).explain()
    return { nReturned, totalDocsExamined, stage: queryPlanner.winningPlan.inputStage?.stage ?? queryPlanner.winningPlan.stage }
  }
  t.same(await explain({ cart: 7 }), { nReturned: 50, totalDocsExamined: 50, stage: 'IXSCAN' })
  t.same(await explain({ cart: 7 }, { hint: { $natural: 1 } }), { nReturned: 50, totalDocsExamined: 251, stage: 'COLLSCAN' })
  t.same(await explain({ price: 9 }, { limit: 1 }), { nReturned: 1, totalDocsExamined: 10, stage: 'COLLSCAN' })
  const [{ $cursor: { executionStats } }] = (await collection.aggregate([{ $match: { cart: 7 } }, { $count: 'n' }]).explain()).stages
  t.equal(executionStats.totalDocsExamined, 50)
  t.same((await collection.indexes()).map(({ name }) => name), ['_id_', 'cart_1'])
  await collection.dropIndex('cart_1')
  t.match(await explain({ cart: 7 }), { stage: 'COLLSCAN' })
  t.same((await db.listCollections().toArray()).map(({ name }) => name), ['things'])
  await db.dropDatabase()
  t.same(await db.listCollections().toArray(), [])
})

t.test('what the server cannot do is refused, with a MongoDB in its place', async (t) => {
  const { db, collection } = await connectForTest(t)
  await collection.insertOne({ tags: ['a'] })
  /** @type {[string, () => Promise<any>][]} */
  const cases = [
    ['an unknown command', () => db.command({ distinct: 'things', key: 'tags' })],
    ['an index over an array', () => collection.createIndex({ tags: 1 })],
    ['an index over two fields', () => collection.createIndex({ a: 1, b: 1 })],
    ['a unique index', () => collection.createIndex({ a: 1 }, { unique: true })],
    ['a collation', () => collection.find({}, { collation: { locale: 'de' } }).toArray()],
    ['a hint of an index', () => collection.find({}, { hint: '_id_' }).toArray()],
    ['a stage', () => collection.aggregate([{ $out: 'others' }]).toArray()],
    ['an operator of mingo that MongoDB lacks', () => collection.find({ tags: { $unheard: 1 } }).toArray()],
  ]
  for (const [name, ask] of cases) await t.rejects(ask(), { code: 115, message: /MONGODB_URL/ }, name)
  t.equal(await collection.countDocuments(), 1)
  const wrongSort = { code: 15975, message: '$sort key ordering must be 1 (for ascending) or -1 (for descending)' }
  await t.rejects(db.command({ find: 'things', sort: { tags: 2 } }), wrongSort, 'with the code and the words of MongoDB')
  await t.rejects(collection.aggregate([{ $sort: { tags: 0 } }]).toArray(), wrongSort)
  await t.rejects(db.command({ find: 'things', sort: { tags: 'up' } }), { code: 15974 })
})
