import { serialize } from 'bson'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { MongoClient } from 'mongodb'
import t from 'tap'
import { startEmbeddedServer } from '../embedded/server.js'
import { connectForTest } from '../fixtures/embedded-client.js'
import { encodeCommand } from '../embedded/wire-protocol.js'
import { CERTIFICATE, startRelay } from '../fixtures/relay.js'
import { startCounting, countReplyDocuments } from './documents.mjs'

t.test('every document of a cursor is counted, over old and new connections, and nothing else', async (t) => {
  const { collection } = await connectForTest(t)
  const web = createServer((req, res) => res.end('x'.repeat(100_000))).listen(0, '127.0.0.1')
  await once(web, 'listening')
  t.teardown(() => web.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (web.address())
  await collection.insertMany(Array.from({ length: 1000 }, (_, value) => ({ value })))
  await collection.find().toArray()

  const counter = startCounting()
  t.equal(counter.calls(), 0, 'what was before is not counted')
  // more at once than there are connections
  const found = await Promise.all(Array.from({ length: 10 }, () => collection.find().toArray()))
  t.equal(found.flat().length, 10_000)
  t.equal(counter.calls(), 10_000, 'in however many batches they came')
  await collection.aggregate([{ $group: { _id: null, average: { $avg: '$value' } } }]).toArray()
  t.equal(counter.calls(), 10_001)
  await collection.updateOne({ value: 1 }, { $set: { value: 1 } })
  await collection.estimatedDocumentCount()
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  t.equal(page.length, 100_000)
  t.equal(counter.calls(), 10_001)
  counter.stop()
  await collection.find().toArray()
  t.equal(counter.calls(), 10_001)
})

t.test('documents that arrive through TLS are counted', async (t) => {
  const server = await startEmbeddedServer()
  const relay = await startRelay(server.port, { tls: true })
  t.teardown(() => Promise.all([relay.close(), server.close()]))
  const client = await new MongoClient(`mongodb://localhost:${relay.port}/?tls=true`, { tlsCAFile: fileURLToPath(CERTIFICATE) }).connect()
  t.teardown(() => client.close())
  const collection = client.db('counted').collection('values')
  await collection.insertMany([{ value: 1 }, { value: 2 }])
  const counter = startCounting()
  t.teardown(counter.stop)
  t.equal((await collection.find().toArray()).length, 2)
  // the relay is in this process, and is sent them as well
  t.equal(counter.calls(), 2 + 2)
})

function compressed (compressor, compress) {
  const message = encodeCommand({ cursor: { nextBatch: [{}, {}, {}], id: 0, ns: 'a.b' }, ok: 1, $db: 'a' })
  const body = message.subarray(16)
  const head = Buffer.alloc(25)
  message.copy(head, 0, 0, 16)
  head.writeInt32LE(2012, 12)
  head.writeInt32LE(2013, 16)
  head.writeInt32LE(body.length, 20)
  head[24] = compressor
  const whole = Buffer.concat([head, compress(body)])
  whole.writeInt32LE(whole.length, 0)
  return whole
}

t.test('a compressed reply is counted, or refused with an advice', async (t) => {
  t.equal(countReplyDocuments(compressed(2, deflateSync)), 3)
  t.equal(countReplyDocuments(compressed(0, Buffer.from)), 3)
  t.throws(() => countReplyDocuments(compressed(1, Buffer.from)), { message: /snappy or zstd cannot be counted/ })
})

t.test('an OP_REPLY has no documents', async (t) => {
  const old = Buffer.concat([Buffer.alloc(36), serialize({ ok: 1 })])
  old.writeInt32LE(old.length, 0)
  old.writeInt32LE(1, 12)
  t.equal(countReplyDocuments(old), 0)
})
