import { Decimal128, Long, MaxKey, MinKey, ObjectId, serialize, Timestamp } from 'bson'
import mingo from 'mingo'
import t from 'tap'
import { createRandom } from 'hotpath/stats'
import { encodeBatchReply, findBatchEnd } from './batch.js'
import { StoredCollection } from './collection.js'
import { computeNumericGroups } from './group.js'
import { compareBsonValues } from './order.js'
import { findQueryDocuments } from './retrieval.js'
import { decodeDocument } from './stored-document.js'
import { readValuesAtPath } from './values.js'
import { OP_MSG_HEADER_BYTES } from './wire-protocol.js'

t.test('values are in MongoDB\'s order', async (t) => {
  const ascending = [
    new MinKey(),
    null,
    NaN,
    -Infinity,
    Long.fromString('-9007199254740993'),
    -1.5,
    0,
    1,
    Decimal128.fromString('1.5'),
    Long.fromString('9007199254740993'),
    Long.fromString('9007199254740994'),
    '',
    'a',
    'b',
    {},
    { a: 1 },
    { a: 2 },
    { b: 1 },
    { a: 'x' },
    [],
    [1],
    [1, 2],
    new ObjectId('000000000000000000000001'),
    new ObjectId('000000000000000000000002'),
    false,
    true,
    new Date(0),
    new Date(1),
    Timestamp.fromBits(1, 1),
    /a/,
    /b/,
    new MaxKey(),
  ]
  for (let i = 0; i < ascending.length; i++) {
    for (let j = 0; j < ascending.length; j++) {
      const order = Math.sign(compareBsonValues(ascending[i], ascending[j]))
      if (order !== Math.sign(i - j)) t.fail(`${i} and ${j} compare as ${order}`)
    }
  }
  t.equal(compareBsonValues(undefined, null), 0)
  t.equal(compareBsonValues(Long.fromNumber(5), 5), 0)
})

t.test('values at a path go through arrays', async (t) => {
  t.same(readValuesAtPath({ a: [{ b: 1 }, { b: [2, 3] }, 4] }, 'a.b'), [1, 2, 3])
  t.same(readValuesAtPath({ a: [{ b: 1 }, { b: 2 }] }, 'a.1.b'), [2])
  t.same(readValuesAtPath({ a: 1 }, 'a.b'), [undefined])
  t.same(readValuesAtPath({}, 'a'), [undefined])
})

/** @param {() => number} random */
function randomValue (random) {
  const kinds = [
    () => Math.floor(random() * 6), () => Math.floor(random() * 6), () => random() * 6,
    () => 'abc'[Math.floor(random() * 3)], () => null, () => undefined, () => random() < 0.5,
    () => [Math.floor(random() * 6), Math.floor(random() * 6)], () => [], () => ({ b: Math.floor(random() * 3) }),
    () => new Date(Math.floor(random() * 3)), () => new ObjectId(`${Math.floor(random() * 3)}`.padStart(24, '0')),
  ]
  return kinds[Math.floor(random() * kinds.length)]()
}

/** @param {() => number} random */
function randomCondition (random) {
  const value = randomValue(random) ?? null
  const shapes = [
    () => value, () => ({ $eq: value }), () => ({ $gt: value }), () => ({ $lte: value }),
    () => ({ $in: [value, randomValue(random) ?? null, 3] }), () => ({ $gte: 1, $lt: 4 }), () => ({ $ne: value }),
    () => ({ $exists: random() < 0.5 }), () => ({ $gt: 4, $lt: 2 }), () => ({ $gte: 'a', $lt: 9 }),
  ]
  return shapes[Math.floor(random() * shapes.length)]()
}

t.test('an index finds exactly what a scan finds, while documents come, change and go', async (t) => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = createRandom(seed)
    const collection = new StoredCollection('test.things')
    collection.addIndex({ name: 'a_1', field: 'a', direction: 1 })
    collection.addIndex({ name: 'c.b_1', field: 'c.b', direction: 1 })
    const random3 = () => ({
      a: randomValue(random),
      c: random() < 0.5 ? { b: randomValue(random) } : [{ b: 1 }, { b: randomValue(random) }],
    })
    for (let i = 0; i < 120; i++) collection.insert(decodeDocument(serialize({ _id: i, ...random3() })))
    for (const document of [...collection.documents]) {
      if (random() < 0.2) collection.remove(document)
      else if (random() < 0.3) {
        collection.replace(document, decodeDocument(serialize({ _id: document.content._id, ...random3() })))
      }
    }
    for (let i = 0; i < 40; i++) {
      const filter = random() < 0.7
        ? { a: randomCondition(random), ...(random() < 0.5 && { 'c.b': randomCondition(random) }) }
        : { $and: [{ a: randomCondition(random) }, { [random() < 0.5 ? 'a' : 'c.b']: randomCondition(random) }] }
      const ids = (/** @type {any} */ found) => found.documents.map((/** @type {any} */ { content }) => content._id).sort(compareBsonValues)
      const scanned = ids(findQueryDocuments(collection, { filter, hint: { $natural: 1 } }))
      const indexed = ids(findQueryDocuments(collection, { filter }))
      if (compareBsonValues(scanned, indexed) !== 0) t.same(indexed, scanned, `seed ${seed}: ${JSON.stringify(filter)}`)
      for (const direction of /** @type {(1 | -1)[]} */ ([1, -1])) {
        const key = (/** @type {any} */ { content }) => direction === 1
          ? readValuesAtPath(content, 'a').reduce((x, y) => compareBsonValues(y, x) < 0 ? y : x)
          : readValuesAtPath(content, 'a').reduce((x, y) => compareBsonValues(y, x) > 0 ? y : x)
        const sort = { a: direction }
        const byScan = findQueryDocuments(collection, { filter, sort, limit: 7, hint: { $natural: 1 } }).documents.map(key)
        const byIndex = findQueryDocuments(collection, { filter, sort, limit: 7 }).documents.map(key)
        if (compareBsonValues(byScan, byIndex) !== 0) t.same(byIndex, byScan, `seed ${seed}: ${JSON.stringify(filter)} sorted ${direction}`)
      }
    }
  }
  t.pass()
})

t.test('computeNumericGroups gives the result of mingo, or leaves the $group to mingo', async (t) => {
  const random = createRandom(7)
  const contents = Array.from({ length: 200 }, (_, i) => ({
    _id: i, value: random() * 100, kind: 'abc'[i % 3], ...(i % 7 > 0 && { some: i % 5 }),
  }))
  for (const spec of [
    { _id: null, avg: { $avg: '$value' }, sum: { $sum: '$value' }, n: { $sum: 1 } },
    { _id: '$kind', low: { $min: '$value' }, high: { $max: '$some' }, avg: { $avg: '$some' } },
    { _id: '$some', n: { $sum: 2 } },
    { _id: 1, none: { $avg: '$missing' }, zero: { $sum: '$missing' } },
    { _id: '$missing' },
    { _id: null, twice: { $sum: { $multiply: ['$value', 2] } } },
    { _id: '$kind', product: { $sum: { $multiply: ['$value', '$_id'] } }, some: { $sum: { $multiply: ['$some', '$value'] } }, none: { $avg: { $multiply: ['$missing', '$value'] } } },
  ]) {
    t.same(computeNumericGroups(spec, contents), mingo.aggregate(contents, [{ $group: spec }]), JSON.stringify(spec))
  }
  for (const spec of [
    { n: { $sum: 1 } },
    { _id: { k: '$kind' }, n: { $sum: 1 } },
    { _id: null, list: { $push: '$value' } },
    { _id: null, deep: { $sum: '$a.b' } },
    { _id: null, sum: { $sum: { $add: ['$value', 1] } } },
    { _id: null, sum: { $sum: { $multiply: ['$value', '$kind'] } } },
    { _id: null, sum: { $sum: { $multiply: [] } } },
    { _id: null, least: { $min: '$kind' } },
    { _id: null, n: 5 },
  ]) t.equal(computeNumericGroups(spec, contents), undefined, JSON.stringify(spec))
  t.equal(computeNumericGroups({ _id: '$key' }, [{ key: new ObjectId() }]), undefined, 'a key that is no plain value')
  t.equal(computeNumericGroups({ _id: null, sum: { $sum: '$v' } }, [{ v: Long.fromString('9007199254740993') }]), undefined)
})

t.test('a batch has the bytes that bson would write', async (t) => {
  for (const count of [0, 1, 11, 1001, 10_001]) {
    const documents = Array.from({ length: count }, (_, i) => ({ _id: i, text: 'ä' }))
    const items = documents.map((document) => serialize(document))
    const expected = serialize({
      ok: 1, cursor: { id: Long.fromNumber(1234567890123), ns: 'test.thïngs', nextBatch: documents },
    })
    const message = encodeBatchReply('nextBatch', items, 1234567890123, 'test.thïngs')
    t.ok(Buffer.compare(message.subarray(OP_MSG_HEADER_BYTES), expected) === 0, `${count} documents`)
  }
})

t.test('a stored document shares no bytes with its message', async (t) => {
  const raw = serialize({ _id: 1, text: 'abc' })
  const document = decodeDocument(raw)
  const before = Buffer.from(document.bytes)
  raw.fill(0)
  t.equal(Buffer.compare(before, document.bytes), 0)
})

t.test('a batch ends at 16 MB, and has at least one document', async (t) => {
  const large = new Uint8Array(9_000_000)
  t.equal(findBatchEnd([large, large, large], 0, 100), 1)
  t.equal(findBatchEnd([new Uint8Array(16_777_216), large], 0, 100), 1)
  t.equal(findBatchEnd([large, new Uint8Array(10)], 0, 100), 2)
  t.equal(findBatchEnd([], 0, 100), 0)
})
