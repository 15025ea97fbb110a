import { Binary, Double, ObjectId } from 'mongodb'
import t from 'tap'
import { connectForTest, numberedDocuments } from '../fixtures/embedded-client.js'

const id = (/** @type {any} */ value) => ({ _id: value })

t.test('insert', async (t) => {
  const { collection, db } = await connectForTest(t)

  t.test('inserts batches, and adds an _id in front if there is none', async (t) => {
    const { insertedCount } = await collection.insertMany(/** @type {any} */ (numberedDocuments(1200)))
    t.equal(insertedCount, 1200)
    t.equal(await collection.countDocuments(), 1200)
    await db.command({ insert: 'bare', documents: [{ a: 1 }, { b: 2, _id: 5 }] })
    const [first, second] = await db.collection('bare').find().toArray()
    t.ok(first._id instanceof ObjectId)
    t.same(Object.keys(first), ['_id', 'a'])
    t.same(Object.entries(second), [['_id', 5], ['b', 2]])
  })

  t.test('refuses a second document with an _id, in MongoDB\'s words', async (t) => {
    await t.rejects(collection.insertOne(id(7)), {
      code: 11000,
      message: 'E11000 duplicate key error collection: test.things index: _id_ dup key: { _id: 7 }',
      keyPattern: { _id: 1 },
      keyValue: { _id: 7 },
    })
    await t.rejects(collection.insertOne(id(new Double(7))), { code: 11000 }, 'whatever kind of number it is')
    const same = new ObjectId()
    await collection.insertOne({ _id: same })
    await t.rejects(collection.insertOne({ _id: same }), { code: 11000, keyValue: { _id: same } })
  })

  t.test('continues after a failure only if unordered', async (t) => {
    const ordered = db.collection('ordered')
    await t.rejects(ordered.insertMany([id(1), id(1), id(2)]), { code: 11000, result: { insertedCount: 1 } })
    t.equal(await ordered.countDocuments(), 1)
    const unordered = db.collection('unordered')
    const error = await unordered.insertMany([id(1), id(1), id(2), id(2), id(3)], { ordered: false }).catch((error) => error)
    t.equal(error.result.insertedCount, 3)
    t.same(error.writeErrors.map((/** @type {any} */ one) => [one.index, one.code]), [[1, 11000], [3, 11000]])
    t.equal(await unordered.countDocuments(), 3)
  })

  t.test('refuses a command without documents, and an invalid name of a collection', async (t) => {
    await t.rejects(db.command({ insert: 'things' }), { code: 40414 })
    await t.rejects(db.command({ insert: 'bad$name', documents: [{}] }), { code: 73 })
  })

  t.test('a document over 16 MB is refused, and the server lives on', async (t) => {
    const limit = 16 * 1024 * 1024
    // 26 bytes are the rest of the document
    const filled = (/** @type {number} */ size) => ({ _id: 0, bytes: new Binary(Buffer.alloc(size - 26)) })
    t.match(await db.command({ insert: 'big', documents: [filled(limit)] }), { n: 1 }, 'one of 16 MB is not')
    await db.collection('big').deleteMany({})
    const reply = await db.command({ insert: 'big', documents: [filled(limit + 1)] })
    t.match(reply, {
      n: 0,
      writeErrors: [{ code: 10334, errmsg: `object too large. size in bytes: ${limit + 1}, max size: ${limit}` }],
    })
    t.equal(await db.collection('big').countDocuments(), 0)
  })
})

t.test('update', async (t) => {
  const { collection, db } = await connectForTest(t)
  t.beforeEach(async () => {
    await collection.deleteMany({})
    await collection.insertMany(/** @type {any} */ (numberedDocuments(20)))
  })
  const get = (/** @type {any} */ _id) => collection.findOne({ _id })

  t.test('one, many, and nothing', async (t) => {
    t.match(await collection.updateOne({ value: 3 }, { $inc: { value: 100 } }), { matchedCount: 1, modifiedCount: 1 })
    t.same(await get(3), { _id: 3, value: 103, name: 'n3' })
    t.same(await get(13), { _id: 13, value: 3, name: 'n13' })
    t.match(await collection.updateMany({ value: { $lt: 3 } }, { $set: { low: true } }), { matchedCount: 6, modifiedCount: 6 })
    t.match(await collection.updateMany({ value: { $lt: 3 } }, { $set: { low: true } }), { matchedCount: 6, modifiedCount: 0 })
    t.match(await collection.updateOne({ value: 55 }, { $set: { low: true } }), { matchedCount: 0, upsertedCount: 0 })
  })

  t.test('by every common operator', async (t) => {
    const after = async (/** @type {any} */ modification, filter = {}, options = {}) => {
      await collection.replaceOne(id(1), { n: 5, list: [3, 1, 2], deep: { a: 1 } })
      await collection.updateOne({ ...id(1), ...filter }, modification, options)
      const { _id, ...rest } = /** @type {any} */ (await get(1))
      return rest
    }
    const before = { n: 5, list: [3, 1, 2], deep: { a: 1 } }
    t.same(await after({ $set: { 'deep.b': 2, n: 6 } }), { ...before, n: 6, deep: { a: 1, b: 2 } })
    t.same(await after({ $unset: { n: '' }, $mul: { 'deep.a': 3 } }), { list: [3, 1, 2], deep: { a: 3 } })
    t.same(await after({ $min: { n: 4 }, $max: { 'deep.a': 0 } }), { ...before, n: 4 })
    t.same(await after({ $push: { list: { $each: [9, 8], $slice: -3 } } }), { ...before, list: [2, 9, 8] })
    t.same(await after({ $addToSet: { list: 1 } }), before)
    t.same(await after({ $pull: { list: { $gte: 2 } } }), { ...before, list: [1] })
    t.same(await after({ $pop: { list: 1 } }), { ...before, list: [3, 1] })
    t.same(await after({ $rename: { n: 'm' } }), { list: [3, 1, 2], deep: { a: 1 }, m: 5 })
    t.same(await after({ $set: { 'list.$': 7 } }, { list: 1 }), { ...before, list: [3, 7, 2] })
    t.same(await after({ $inc: { 'list.$[big]': 10 } }, {}, { arrayFilters: [{ big: { $gt: 1 } }] }), { ...before, list: [13, 1, 12] })
    t.same(await after([{ $set: { sum: { $sum: '$list' } } }, { $unset: 'deep' }]), { n: 5, list: [3, 1, 2], sum: 6 })
    t.ok((await after({ $currentDate: { at: true } })).at instanceof Date)
  })

  t.test('by a replacement, which keeps the _id', async (t) => {
    await collection.replaceOne(id(4), { other: 1 })
    t.same(await get(4), { _id: 4, other: 1 })
    await t.rejects(collection.replaceOne(id(4), { ...id(5) }), { code: 66 })
  })

  t.test('upserts', async (t) => {
    const { upsertedId } = await collection.updateOne({ name: 'new', 'deep.er': { $eq: 1 }, value: { $gt: 5 } },
      { $set: { a: 1 }, $setOnInsert: { b: 2 } }, { upsert: true })
    t.same(await get(upsertedId), { _id: upsertedId, name: 'new', deep: { er: 1 }, a: 1, b: 2 })
    t.match(await collection.updateOne({ name: 'new' }, { $set: { a: 9 }, $setOnInsert: { b: 9 } }, { upsert: true }),
      { matchedCount: 1, upsertedCount: 0 })
    t.match(await get(upsertedId), { a: 9, b: 2 })
    t.match(await collection.updateOne(id('mine'), { $inc: { n: 5 } }, { upsert: true }), { upsertedId: 'mine' })
    t.same(await get('mine'), { _id: 'mine', n: 5 })
    t.match(await collection.replaceOne(id('whole'), { w: 1 }, { upsert: true }), { upsertedId: 'whole' })
    t.match(await db.collection('fresh').updateOne(id(1), { $set: { a: 1 } }, { upsert: true }), { upsertedCount: 1 })
  })

  t.test('refuses what MongoDB refuses', async (t) => {
    const refused = async (/** @type {any} */ modification, /** @type {any} */ expected) =>
      t.rejects(collection.updateOne(id(1), modification), expected)
    await refused({ $inc: { name: 1 } }, { code: 14, message: /^Cannot apply \$inc to a value of non-numeric type/ })
    await refused({ $inc: { value: 'x' } }, { code: 14, message: /^Cannot increment with non-numeric argument/ })
    await refused({ $push: { name: 1 } }, { code: 2, message: /must be an array but is of type string/ })
    await refused({ $set: { _id: 2 } }, { code: 66 })
    await refused({ $set: { 'name.x': 1 } }, { code: 28, message: "Cannot create field 'x' in element {name: \"n1\"}" })
    await refused({ $set: { a: 1 }, $inc: { a: 1 } }, { code: 40, message: "Updating the path 'a' would create a conflict at 'a'" })
    await refused({ $foo: { a: 1 } }, { code: 9, message: /^Unknown modifier: \$foo\./ })
    t.same(await get(1), { _id: 1, value: 1, name: 'n1' }, 'and changes nothing')
    await collection.updateOne(id(1), { $set: { big: 'x'.repeat(9_000_000) } })
    await refused({ $set: { bigger: 'x'.repeat(9_000_000) } },
      { code: 10334, message: /^object too large/ })
    t.equal((await get(1))?.bigger, undefined)
  })
})

t.test('findAndModify', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(20)))
  t.same(await collection.findOneAndUpdate({ value: 5 }, { $inc: { value: 1 } }), { _id: 5, value: 5, name: 'n5' })
  t.same(await collection.findOneAndUpdate(id(5), { $inc: { value: 1 } }, { returnDocument: 'after', projection: { value: 1 } }),
    { _id: 5, value: 7 })
  t.same(await collection.findOneAndDelete({ value: 9 }, { sort: { _id: -1 } }), { _id: 19, value: 9, name: 'n19' })
  t.equal(await collection.countDocuments({ value: 9 }), 1)
  t.equal(await collection.findOneAndUpdate(id(100), { $set: { a: 1 } }), null)
  t.same(await collection.findOneAndReplace(id(100), { a: 1 }, { upsert: true, returnDocument: 'after' }), { _id: 100, a: 1 })
  t.match(await db.command({ findAndModify: 'things', query: { _id: 101 }, update: { $set: { a: 1 } }, upsert: true }),
    { lastErrorObject: { n: 1, updatedExisting: false, upserted: 101 }, value: null })
  await t.rejects(db.command({ findAndModify: 'things', query: {} }), { code: 9 })
  await t.rejects(db.command({ findAndModify: 'things', remove: true, update: {} }), { code: 9 })
})

t.test('delete', async (t) => {
  const { collection, db } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(20)))
  t.match(await collection.deleteOne({ value: 3 }), { deletedCount: 1 })
  t.match(await collection.deleteMany({ value: { $gte: 8 } }), { deletedCount: 4 })
  t.match(await collection.deleteMany({ value: 77 }), { deletedCount: 0 })
  t.equal(await collection.countDocuments(), 15)
  t.match(await db.collection('nowhere').deleteMany({}), { deletedCount: 0 })
  t.match(await db.command({ delete: 'things', deletes: [{ q: {} }] }), { writeErrors: [{ code: 40414 }] })
})

t.test('a mixed bulk, and unacknowledged writes', async (t) => {
  const { collection } = await connectForTest(t)
  t.match(await collection.bulkWrite([
    { insertOne: { document: /** @type {any} */ ({ _id: 1 }) } },
    { updateOne: { filter: id(1), update: { $set: { a: 1 } } } },
    { updateOne: { filter: id(2), update: { $set: { a: 2 } }, upsert: true } },
    { deleteOne: { filter: id(1) } },
  ]), { insertedCount: 1, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 })
  await collection.insertMany([id(3), id(4)], { writeConcern: { w: 0 } })
  t.equal(await collection.countDocuments(), 3)
})
