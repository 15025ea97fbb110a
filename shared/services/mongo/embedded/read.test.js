import { Long, MongoClient, ObjectId } from 'mongodb'
import t from 'tap'
import { connectForTest, numberedDocuments } from '../fixtures/embedded-client.js'

t.test('find', async (t) => {
  const { collection, server, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(250)))

  t.test('returns the stored values of every type', async (t) => {
    const types = db.collection('types')
    const stored = {
      _id: new ObjectId(),
      double: 1.5,
      text: 'ä€😀',
      nested: { list: [1, 'two', null, { three: 3 }], empty: {} },
      date: new Date(1e12),
      regex: /a.b/i,
      yes: true,
      nothing: null,
      bytes: Buffer.from([1, 2, 255]),
      big: Long.fromString('9007199254740993'),
    }
    await types.insertOne(stored)
    const found = await types.findOne({ _id: stored._id })
    t.same(found?.bytes.buffer, stored.bytes)
    t.same({ ...found, bytes: null, big: null }, { ...stored, bytes: null, big: null })
    t.equal(String(found?.big), '9007199254740993')
  })

  t.test('filters, sorts, skips, limits and projects', async (t) => {
    t.same(await collection.find({ value: 3, _id: { $lt: /** @type {any} */ (20) } }).toArray(),
      [{ _id: 3, value: 3, name: 'n3' }, { _id: 13, value: 3, name: 'n13' }])
    t.same(await collection.find({ $or: [{ name: 'n7' }, { name: /^n24[89]$/ }] }).project({ name: 1, _id: 0 }).toArray(),
      [{ name: 'n7' }, { name: 'n248' }, { name: 'n249' }])
    t.same(await collection.find().sort({ value: -1, _id: 1 }).skip(1).limit(3).project({ _id: 1 }).toArray(),
      [{ _id: 19 }, { _id: 29 }, { _id: 39 }])
    t.same(await collection.findOne({ name: 'n5' }, { projection: { value: 0 } }), { _id: 5, name: 'n5' })
    t.equal(await collection.findOne({ name: 'nobody' }), null)
    t.same(await db.collection('nowhere').find({ a: 1 }).toArray(), [])
  })

  t.test('projects inside documents and by expressions', async (t) => {
    const nested = db.collection('nested')
    await nested.insertOne(/** @type {any} */ ({ _id: 1, a: { b: 1, c: 2 }, list: [1, 5, 9] }))
    const project = async (/** @type {any} */ projection, filter = {}) => nested.findOne(filter, { projection })
    t.same(await project({ 'a.b': 1 }), { _id: 1, a: { b: 1 } })
    t.same(await project({ 'a.b': 0, list: 0 }), { _id: 1, a: { c: 2 } })
    t.same(await project({ 'list.$': 1 }, { list: { $gt: 3 } }), { _id: 1, list: [5] })
    t.same(await project({ list: { $slice: -1 } }), { _id: 1, a: { b: 1, c: 2 }, list: [9] })
    t.same(await project({ twice: { $multiply: ['$a.c', 2] }, _id: 0 }), { twice: 4 })
    t.same(await project({}), { _id: 1, a: { b: 1, c: 2 }, list: [1, 5, 9] }, 'and what is stored is still whole')
    await t.rejects(project({ a: 1, list: 0 }), { code: 31254 })
    await t.rejects(project({ a: 0, list: 1 }), { code: 31254 })
  })

  t.test('sends 101 documents first, then batches of the requested size', async (t) => {
    /** @type {Record<string, any>[]} */
    const replies = []
    const watched = await new MongoClient(server.url,
      { monitorCommands: true }).connect()
    t.teardown(() => watched.close())
    watched.on('commandSucceeded', (/** @type {any} */ { reply }) => {
      if (reply.cursor) replies.push(reply.cursor)
    })
    const things = watched.db('test').collection('things')
    const sizes = () => replies.splice(0).map(({ firstBatch, nextBatch }) => (firstBatch ?? nextBatch).length)
    t.equal((await things.find().toArray()).length, 250)
    t.same(sizes(), [101, 149])
    t.same((await things.find({}, { batchSize: 100 }).toArray()).map(({ _id }) => _id), numberedDocuments(250).map(({ _id }) => _id))
    t.same(sizes(), [100, 100, 50])
    t.equal((await things.find({}, { limit: 120, batchSize: 50 }).toArray()).length, 120)
    t.same(sizes(), [50, 50, 20])
    t.equal((await things.find({}, { batchSize: 30, singleBatch: true }).toArray()).length, 30)
    t.same(sizes(), [30])
    t.equal((await things.find({ value: 1 }).toArray()).length, 25)
    t.same(sizes(), [25])
  })

  t.test('a cursor keeps its documents while the data changes', async (t) => {
    const moving = db.collection('moving')
    await moving.insertMany(/** @type {any} */ (numberedDocuments(20)))
    const cursor = moving.find({}, { batchSize: 5 })
    await cursor.next()
    await moving.deleteMany({})
    t.equal((await cursor.toArray()).length, 19)
  })

  t.test('refuses what MongoDB refuses', async (t) => {
    const refused = async (/** @type {any} */ command, /** @type {any} */ expected) =>
      t.rejects(db.command({ find: 'things', ...command }), expected)
    await refused({ filter: { a: { $foo: 1 } } }, { code: 2, codeName: 'BadValue', message: 'unknown operator: $foo' })
    await refused({ filter: { $foo: 1 } }, { code: 2, message: /^unknown top level operator: \$foo/ })
    await refused({ filter: { a: { $in: 5 } } }, { code: 2, message: '$in needs an array' })
    await refused({ filter: { $and: [] } }, { code: 2, message: '$and/$or/$nor must be a nonempty array' })
    await refused({ filter: { a: { $regex: '(' } } }, { code: 51091 })
    await refused({ filter: 'x' }, {
      code: 14, codeName: 'TypeMismatch', message: "BSON field 'find.filter' is the wrong type 'string', expected type 'object'",
    })
    await refused({ unheard: 1 }, { code: 40415, message: "BSON field 'find.unheard' is an unknown field." })
    await refused({ limit: -1 }, { code: 51024, message: "BSON field 'limit' value must be >= 0, actual value '-1'" })
    await refused({ sort: { a: 2 } }, { code: 15975 })
    await refused({ hint: 'nothing_1' }, { code: 2, message: /hint provided does not correspond to an existing index/ })
    await refused({ collation: { locale: 'de' } }, { code: 115 })
    await t.rejects(db.command({ find: 5 }), { code: 73, codeName: 'InvalidNamespace' })
  })
})

t.test('getMore and killCursors', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(20)))
  const open = async () => (await db.command({ find: 'things', batchSize: 5 })).cursor.id
  const more = (/** @type {any} */ id, collection = 'things') => db.command({ getMore: Long.fromValue(id), collection, batchSize: 5 })

  const id = await open()
  t.ok(id instanceof Long || id > 0, 'an int64')
  t.equal((await more(id)).cursor.nextBatch.length, 5)
  const unknown = Long.fromNumber(12345)
  t.match(await db.command({ killCursors: 'things', cursors: [Long.fromValue(id), unknown] }),
    { cursorsKilled: [id], cursorsNotFound: [12345], cursorsAlive: [], cursorsUnknown: [] })
  await t.rejects(more(id), { code: 43, codeName: 'CursorNotFound', message: `cursor id ${id} not found` })

  const last = await open()
  await more(last)
  await more(last)
  const end = (await more(last)).cursor
  t.equal(String(end.id), '0', 'the last batch closes it')
  t.equal(end.nextBatch.length, 5)
})

t.test('count and distinct', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ ([...numberedDocuments(50), { _id: 'x', tags: ['b', 'a'] }, { _id: 'y', tags: ['a', null] }]))
  t.equal(await collection.estimatedDocumentCount(), 52)
  t.equal(await collection.countDocuments(), 52)
  t.equal(await collection.countDocuments({ value: { $gte: 8 } }), 10)
  t.equal(await collection.countDocuments({ value: { $gte: 8 } }, { skip: 2, limit: 5 }), 5)
  t.match(await db.command({ count: 'things', query: { value: 1 }, skip: 1 }), { n: 4, ok: 1 })
  t.match(await db.command({ count: 'nowhere' }), { n: 0, ok: 1 })
  t.same(await collection.distinct('value', { _id: { $lt: /** @type {any} */ (3) } }), [0, 1, 2])
  t.same(await collection.distinct('tags'), [null, 'a', 'b'])
  t.same(await collection.distinct('missing'), [])
  await t.rejects(db.command({ distinct: 'things' }), { code: 40414 })
})

t.test('aggregate', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(300)))
  const run = (/** @type {any[]} */ ...stages) => collection.aggregate(stages).toArray()

  t.same(await run({ $group: { _id: null, avg: { $avg: '$value' }, n: { $sum: 1 } } }), [{ _id: null, avg: 4.5, n: 300 }])
  t.same(await run({ $match: { value: { $lt: 2 } } }, { $group: { _id: '$value', top: { $max: '$_id' } } }, { $sort: { _id: -1 } }),
    [{ _id: 1, top: 291 }, { _id: 0, top: 290 }])
  t.same(await run({ $match: { value: 3 } }, { $sort: { _id: -1 } }, { $limit: 2 }, { $project: { name: 1, _id: 0 } }),
    [{ name: 'n293' }, { name: 'n283' }])
  t.same(await run({ $match: { value: 3 } }, { $count: 'n' }), [{ n: 30 }])
  t.same(await run({ $skip: 298 }), [{ _id: 298, value: 8, name: 'n298' }, { _id: 299, value: 9, name: 'n299' }])
  t.same(await run({ $limit: 1 }, { $set: { 'extra.deep': { $add: ['$value', 1] } } }, { $unset: 'name' }),
    [{ _id: 0, value: 0, extra: { deep: 1 } }])
  t.same(await collection.findOne({ _id: /** @type {any} */ (0) }), { _id: 0, value: 0, name: 'n0' }, 'and nothing was changed by it')
  t.same(await run({ $limit: 10 }, { $match: { value: { $gte: 8 } } }, { $match: { value: { $lt: 9 } } }),
    [{ _id: 8, value: 8, name: 'n8' }], 'stage by stage')
  await db.collection('deep').insertOne({ a: { b: 1 } })
  await db.collection('deep').aggregate([{ $set: { 'a.c': 1 } }, { $unset: 'a.b' }]).toArray()
  t.equal(await db.collection('deep').countDocuments({ 'a.b': 1, 'a.c': { $exists: false } }), 1, 'not even inside')
  t.equal((await run()).length, 300, 'over several batches')
  t.same(await run({ $match: { value: 77 } }, { $group: { _id: null, n: { $sum: 1 } } }), [], 'no group of nothing')

  await db.collection('others').insertMany([{ of: 1, word: 'one' }, { of: 1, word: 'uno' }])
  t.match(await run({ $match: { _id: 1 } }, { $lookup: { from: 'others', localField: '_id', foreignField: 'of', as: 'words' } }),
    [{ _id: 1, words: [{ word: 'one' }, { word: 'uno' }] }])

  const refused = async (/** @type {any[]} */ stages, /** @type {any} */ expected) => t.rejects(run(...stages), expected)
  await refused([{ $foo: 1 }], { code: 40324, message: "Unrecognized pipeline stage name: '$foo'" })
  await refused([{ $match: {}, $limit: 1 }], { code: 40323 })
  await refused([{ $limit: 0 }], { code: 15958 })
  await refused([{ $group: { n: { $sum: 1 } } }], { code: 15955 })
  await refused([{ $project: { a: { $foo: 1 } } }], { code: 168, codeName: 'InvalidPipelineOperator' })
  await refused([{ $changeStream: {} }], { code: 40573 })
  await refused([{ $merge: 'others' }], { code: 115, codeName: 'CommandNotSupported' })
  await t.rejects(db.command({ aggregate: 'things', cursor: {} }), { code: 40414 })
})

t.test('stages that mingo answers in another way than MongoDB are rewritten or refused', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ ([{ _id: 1, z: 1, a: 2, m: 3 }, { _id: 2, z: 2, a: 2, m: 3 }]))
  await db.collection('others').insertMany(/** @type {any} */ ([{ _id: 1, of: 1 }, { _id: 2, of: 9 }]))
  const run = (/** @type {any[]} */ pipeline) => collection.aggregate(pipeline).toArray()
  t.same(await run([{ $match: { z: 9 } }, { $count: 'n' }]), [], 'of nothing it counts nothing')
  t.same(await run([{ $count: 'n' }]), [{ n: 2 }])
  t.equal(JSON.stringify(await run([{ $match: { _id: 1 } }, { $project: { sum: { $add: ['$z', '$a'] } } }])), '[{"_id":1,"sum":3}]', '_id stays in front')
  t.equal(JSON.stringify(await run([{ $match: { _id: 1 } }, { $project: { m: 1, a: 1, z: 1 } }])), '[{"_id":1,"z":1,"a":2,"m":3}]', 'fields stay in their order')
  t.equal(JSON.stringify(await run([{ $match: { _id: 1 } }, { $set: { a: { b: 1, c: 2 } } }, { $project: { a: { b: 1 }, m: 1 } }])),
    '[{"_id":1,"a":{"b":1},"m":3}]', 'those within another too')
  t.equal(JSON.stringify(await run([{ $match: { _id: 1 } }, { $project: { sum: { $add: ['$z', '$a'] }, a: 1, _id: 0 } }, { $limit: 1 }])),
    '[{"a":2,"sum":3}]', 'and new ones come after them')
  t.same(await run([{ $match: { _id: 1 } }, { $set: { refs: [1, 7] } }, { $lookup: { from: 'others', localField: 'refs', foreignField: '_id', as: 'found' } }, { $project: { found: 1 } }]), [{ _id: 1, found: [{ _id: 1, of: 1 }] }], 'what refers to nothing finds nothing')
  await t.rejects(run([{ $lookup: { from: 'others', localField: 'z', foreignField: 'of', pipeline: [], as: 'found' } }]), { code: 115 })
  await t.rejects(run([{ $bucket: { groupBy: '$z', boundaries: [0, 2] } }]), { code: 115 })
  t.same(await run([{ $facet: { none: [{ $match: { z: 9 } }, { $count: 'n' }], all: [{ $count: 'n' }], some: [{ $project: { a: 1, z: 1, _id: 0 } }, { $limit: 1 }] } }]), [{ none: [], all: [{ n: 2 }], some: [{ z: 1, a: 2 }] }], 'in each pipeline of a $facet too')
  await t.rejects(run([{ $facet: { b: [{ $bucket: { groupBy: '$z', boundaries: [0, 2] } }] } }]), { code: 115 })
  t.same(await run([{ $limit: 1 }, { $lookup: { from: 'others', pipeline: [{ $match: { of: 7 } }, { $count: 'n' }], as: 'found' } }, { $project: { found: 1 } }]), [{ _id: 1, found: [] }], 'and of a $lookup')
  t.same(await run([{ $limit: 1 }, { $lookup: { from: 'others', pipeline: [{ $count: 'n' }], as: 'found' } }, { $project: { found: 1 } }]), [{ _id: 1, found: [{ n: 2 }] }])
  for (const wrong of [null, [], 'x', {}, { a: {} }]) await t.rejects(run([{ $facet: wrong }]), { code: 40169 })
  await t.rejects(run([{ $count: '' }]), { code: 40156 })
  await t.rejects(collection.findOne({ z: { $type: 'objectId' } }), { code: 2, message: /not supported/ }, 'a type that mingo does not find is refused')
  await collection.insertMany(/** @type {any} */ ([{ _id: 4 }, { _id: 3 }]))
  t.same((await collection.find().sort({ $natural: -1 }).limit(3).toArray()).map(({ _id }) => _id), [3, 4, 2], 'the last ones first')
  t.same((await collection.find({}, { hint: { $natural: -1 } }).toArray()).map(({ _id }) => _id), [3, 4, 2, 1])
})
