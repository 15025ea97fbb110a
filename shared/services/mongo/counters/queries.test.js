import { Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import t from 'tap'
import { encodeCommand } from '../embedded/wire-protocol.js'
import { connectForTest } from '../fixtures/embedded-client.js'
import { startCounting } from './queries.mjs'

t.test('each command that a program waits for is a query, over old and new connections', async (t) => {
  const { db, collection: items } = await connectForTest(t)
  await items.insertMany(Array.from({ length: 250 }, (_, item) => ({ item })))

  /** @type {[string, () => Promise<any>, number][]} */
  const cases = [
    ['a read', () => items.findOne({ item: 1 }), 1],
    ['a read in three batches', () => items.find({}, { batchSize: 100 }).toArray(), 3],
    ['a pipeline', () => items.aggregate([{ $match: { item: 1 } }]).toArray(), 1],
    ['more at once than there are connections', () => Promise.all(Array.from({ length: 20 }, (_, item) => items.findOne({ item }))), 20],
    ['writes', async () => { await items.insertOne({ item: 300 }); await items.updateOne({ item: 300 }, { $set: { item: 301 } }) }, 2],
    ['a ping, which nobody waits for', () => db.command({ ping: 1 }), 0],
  ]
  for (const [name, ask, queries] of cases) {
    const counter = startCounting()
    await ask()
    counter.stop()
    await items.findOne({})
    t.equal(counter.calls(), queries, name)
  }
})

t.test('compressed commands are counted', async (t) => {
  const compress = (compressor) => {
    const message = encodeCommand({ find: 'items', $db: 'counted' })
    const head = Buffer.alloc(25)
    message.copy(head, 0, 0, 16)
    head.writeInt32LE(2012, 12)
    head.writeInt32LE(2013, 16)
    head[24] = compressor
    const whole = Buffer.concat([head, deflateSync(message.subarray(16))])
    whole.writeInt32LE(whole.length, 0)
    return whole
  }
  const socket = new Socket()
  socket.on('error', () => {})
  const counter = startCounting()
  t.teardown(counter.stop)
  socket.write(compress(2))
  t.equal(counter.calls(), 1)
  socket.write(compress(1))
  t.throws(() => counter.calls(), { message: /snappy or zstd cannot be counted/ })
})
