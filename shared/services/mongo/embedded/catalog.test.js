import { MongoClient } from 'mongodb'
import t from 'tap'
import { connectForTest, numberedDocuments } from '../fixtures/embedded-client.js'

t.test('databases and collections are created, listed and dropped', async (t) => {
  const { client, db } = await connectForTest(t)
  await db.createCollection('made')
  await db.collection('used').insertOne({})
  await client.db('other').collection('x').insertOne({})
  t.same((await db.listCollections().toArray()).map(({ name, type }) => [name, type]),
    [['made', 'collection'], ['used', 'collection']])
  t.same(await db.listCollections({ name: 'used' }, { nameOnly: true }).toArray(), [{ name: 'used', type: 'collection' }])
  t.same((await db.listCollections({ name: /^m/ }).toArray()).length, 1)
  t.match(await db.admin().listDatabases(), {
    databases: [{ name: 'test', sizeOnDisk: Number, empty: false }, { name: 'other' }], totalSize: Number,
  })
  t.match(await db.admin().listDatabases({ nameOnly: true, filter: { name: 'other' } }), { databases: [{ name: 'other' }] })
  await t.rejects(db.createCollection('made'), { code: 48, codeName: 'NamespaceExists' })
  await t.rejects(db.createCollection('capped', { capped: true }), { code: 115, message: "'create.capped' is not supported by the embedded server" })
  t.equal(await db.collection('used').drop(), true)
  t.match(await db.command({ drop: 'used' }), { ok: 1 })
  t.equal(await client.db('other').dropDatabase(), true)
  t.same((await db.admin().listDatabases({ nameOnly: true })).databases, [{ name: 'test' }])
  t.same(await db.listCollections({}, { nameOnly: true }).toArray(), [{ name: 'made', type: 'collection' }])
})

t.test('indexes are created, listed and used for unique keys', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(100)))

  t.equal(await collection.createIndex({ value: 1 }), 'value_1')
  t.match(await db.command({ createIndexes: 'things', indexes: [{ key: { value: 1 }, name: 'value_1' }] }),
    { numIndexesBefore: 2, numIndexesAfter: 2, note: 'all indexes already exist' })
  t.equal(await collection.createIndex({ name: -1 }, { unique: true }), 'name_-1')
  t.same(await collection.indexes(), [
    { v: 2, key: { _id: 1 }, name: '_id_' },
    { v: 2, key: { value: 1 }, name: 'value_1' },
    { v: 2, key: { name: -1 }, name: 'name_-1', unique: true },
  ])
  await t.rejects(collection.insertOne(/** @type {any} */ ({ _id: 1000, name: 'n5' })), {
    code: 11000, keyPattern: { name: -1 }, keyValue: { name: 'n5' },
  })
  await t.rejects(collection.updateOne({ name: 'n6' }, { $set: { name: 'n5' } }), { code: 11000 })
  t.equal(await collection.countDocuments({ name: 'n6' }), 1, 'and it is still what it was')
  await collection.updateOne({ name: 'n6' }, { $set: { name: 'n6', x: 1 } })

  t.test('refuses what MongoDB refuses', async (t) => {
    await t.rejects(collection.createIndex({ value: 1 }, { unique: true, name: 'other' }), { code: 86 })
    await t.rejects(collection.createIndex({ _id: 1, x: 1 }), { code: 67, codeName: 'CannotCreateIndex' })
    await t.rejects(collection.createIndex({ at: 1 }, { expireAfterSeconds: 1 }), { code: 67 })
    await t.rejects(collection.createIndex({ text: 'text' }), { code: 67 })
    await t.rejects(collection.createIndex({ x: 1 }, { sparse: true }), { code: 67, message: 'an index with sparse is not supported by the embedded server' })
    await t.rejects(collection.createIndex({ x: 1, y: 1 }), { code: 67, message: /^only indexes over one field are supported by the embedded server, not/ })
    await t.rejects(db.command({ createIndexes: 'things', indexes: [{ key: { z: 1 }, name: 'value_1' }] }), { code: 86 })
    await t.rejects(collection.createIndex({ value: -1 }, { unique: true }), { code: 11000 })
    t.equal((await collection.indexes()).length, 3, 'a failed one is not there')
    await t.rejects(collection.dropIndex('nothing_1'), { code: 27, message: 'index not found with name [nothing_1]' })
    await t.rejects(collection.dropIndex('_id_'), { code: 72, codeName: 'InvalidOptions' })
    await t.rejects(db.command({ listIndexes: 'nowhere' }), { code: 26, message: 'ns does not exist: test.nowhere' })
    await t.rejects(db.command({ dropIndexes: 'nowhere', index: '*' }), { code: 26, message: 'ns not found test.nowhere' })
  })

  t.test('are dropped by name, by key, or all', async (t) => {
    t.match(await db.command({ dropIndexes: 'things', index: { name: -1 } }), { nIndexesWas: 3 })
    await collection.dropIndex('value_1')
    t.equal((await collection.indexes()).length, 1)
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }])
    await collection.dropIndexes()
    t.same((await collection.indexes()).map(({ name }) => name), ['_id_'])
  })
})

t.test('explain shows a collection scan, and an index scan once there is an index', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(100)))
  const explain = (filter = {}, options = {}) => collection.find(filter, options).explain('executionStats')
  const counts = (/** @type {any} */ { executionStats }) =>
    [executionStats.nReturned, executionStats.totalKeysExamined, executionStats.totalDocsExamined]

  const scan = await explain({ value: 3 })
  t.equal(scan.queryPlanner.winningPlan.stage, 'COLLSCAN')
  t.same(counts(scan), [10, 0, 100])
  await collection.createIndex({ value: 1 })
  const found = await explain({ value: 3 })
  t.match(found.queryPlanner, {
    namespace: 'test.things',
    winningPlan: { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'value_1', keyPattern: { value: 1 } } },
  })
  t.same(counts(found), [10, 10, 10])
  t.same(counts(await explain({ value: { $in: [3, 4] }, name: 'n3' })), [1, 20, 20])
  t.same(counts(await explain({ value: { $gte: 8 } })), [20, 20, 20])
  t.same(counts(await explain({ $and: [{ value: { $gt: 7 } }, { value: { $lt: 9 } }] })), [10, 20, 20])
  const top = await explain({}, { sort: { value: -1 }, limit: 5 })
  t.match(top.queryPlanner.winningPlan, { stage: 'LIMIT', inputStage: { inputStage: { stage: 'IXSCAN', direction: 'backward' } } })
  t.same(counts(top), [5, 5, 5])
  t.match((await explain({}, { sort: { name: 1 } })).queryPlanner.winningPlan, { stage: 'SORT', inputStage: { stage: 'COLLSCAN' } })
  t.match((await explain({ value: 3 }, { hint: { $natural: 1 } })).queryPlanner.winningPlan, { stage: 'COLLSCAN', direction: 'forward' })
  t.match((await explain({ value: 3 }, { hint: { $natural: -1 } })).queryPlanner.winningPlan, { stage: 'COLLSCAN', direction: 'backward' })
  t.same(counts(await explain({ _id: 5 })), [1, 1, 1])

  const planned = await collection.find({ value: 3 }).explain('queryPlanner')
  t.equal(planned.executionStats, undefined)
  t.match(await collection.aggregate([{ $match: { value: 3 } }]).explain(), { queryPlanner: { winningPlan: { stage: 'FETCH' } } })
  t.match(await collection.aggregate([{ $match: { value: 3 } }, { $group: { _id: null } }]).explain(),
    { stages: [{ $cursor: { queryPlanner: { winningPlan: { stage: 'FETCH' } } } }, { $group: {} }] })
  for (const command of [
    { count: 'things', query: { value: 3 } },
    { distinct: 'things', key: 'name', query: { value: 3 } },
    { update: 'things', updates: [{ q: { value: 3 }, u: { $set: { a: 1 } } }] },
    { delete: 'things', deletes: [{ q: { value: 3 }, limit: 0 }] },
    { findAndModify: 'things', query: { value: 3 }, remove: true },
  ]) t.match(await db.command({ explain: command }), { queryPlanner: { winningPlan: Object } }, Object.keys(command)[0])
  t.equal(await collection.countDocuments(), 100, 'and explaining a write writes nothing')
  await t.rejects(db.command({ explain: { ping: 'x' } }), { code: 59 })
})

t.test('the server names its engine, refuses logins and transactions, and serves several clients', async (t) => {
  const { client, db, server } = await connectForTest(t)
  t.match(await db.command({ ping: 1 }), { ok: 1 })
  t.match(await db.command({ hello: 1 }), { isWritablePrimary: true, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000, ok: 1 })
  const build = await db.command({ buildInfo: 1 })
  t.match(build, { engine: 'embedded', version: /embedded/, ok: 1 })
  t.notMatch(JSON.stringify(build), /mongodb/i, 'it is never called MongoDB')
  await t.rejects(db.command({ unheardOf: 1 }), { code: 59, codeName: 'CommandNotFound', message: "no such command: 'unheardOf'" })
  const guarded = new MongoClient(server.url.replace('//', '//user:pass@'), { serverSelectionTimeoutMS: 1000 })
  await t.rejects(guarded.connect(), { code: 18, codeName: 'AuthenticationFailed' })
  await guarded.close()
  const session = client.startSession()
  await db.collection('a').insertOne({}, { session })
  session.startTransaction()
  // the driver's wording of code 20, as with any MongoDB that is alone
  await t.rejects(db.collection('a').insertOne({}, { session }), { message: /does not support retryable writes/ })
  await session.endSession().catch(() => {})

  const others = await Promise.all(Array.from({ length: 5 }, () => new MongoClient(server.url).connect()))
  await Promise.all(others.map((other, i) => other.db('test').collection('shared').insertMany(Array.from({ length: 50 }, () => ({ i })))))
  const counts = await Promise.all(others.map((other, i) => other.db('test').collection('shared').countDocuments({ i })))
  t.same(counts, [50, 50, 50, 50, 50], 'several clients at once')
  await Promise.all(others.map((other) => other.close()))
})
