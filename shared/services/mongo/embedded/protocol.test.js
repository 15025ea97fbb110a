import { deserialize, serialize } from 'bson'
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { connectForTest, numberedDocuments } from '../fixtures/embedded-client.js'
import { decodeReply, encodeBatchReply, encodeCommand, MAX_MESSAGE_BYTES, MessageSplitter, OP_MSG_HEADER_BYTES } from './wire-protocol.js'

async function openSocket (port) {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const splitter = new MessageSplitter()
  /** @type {Buffer[]} */
  const messages = []
  socket.on('data', (chunk) => {
    messages.push(...splitter.push(chunk))
    socket.emit('message')
  })
  socket.on('error', () => {})
  return {
    socket,
    async ask (bytes) {
      socket.write(bytes)
      while (messages.length === 0) await once(socket, 'message')
      return /** @type {Buffer} */ (messages.shift())
    },
  }
}

function encodeMessage (opCode, rest) {
  const header = Buffer.alloc(16)
  for (const [nth, value] of [16 + rest.length, 77, 0, opCode].entries()) header.writeInt32LE(value, 4 * nth)
  return Buffer.concat([header, rest])
}

function encodeSections (flags, sections) {
  const parts = sections.flatMap(([kind, bytes]) => [Buffer.from([kind]), bytes])
  return encodeMessage(2013, Buffer.concat([Buffer.from([flags, 0, 0, 0]), ...parts]))
}

const PING = serialize({ ping: 1, $db: 'admin' })

t.test('messages in pieces, several in one piece, and some that want no reply', async (t) => {
  const { server, collection } = await connectForTest(t)
  const { socket, ask } = await openSocket(server.port)
  const bytes = encodeCommand({ ping: 1, $db: 'admin' })
  for (const byte of bytes.subarray(0, -1)) socket.write(Buffer.from([byte]))
  t.match(decodeReply(await ask(bytes.subarray(-1))), { ok: 1 })
  t.match(decodeReply(await ask(Buffer.concat([bytes, bytes]))), { ok: 1 })
  t.match(decodeReply(await ask(Buffer.alloc(0))), { ok: 1 }, 'the second of the two')
  t.equal((await ask(encodeSections(0, [[0, PING]]))).readInt32LE(8), 77, 'the id of the request')
  socket.write(encodeSections(2, [[0, serialize({ insert: 'things', $db: 'test', documents: [{ _id: 'a' }] })]]))
  t.match(decodeReply(await ask(encodeCommand({ buildInfo: 1, $db: 'admin' }))), { engine: 'embedded' })
  t.equal(await collection.countDocuments(), 1)
  socket.destroy()
})

t.test('a malformed message ends its own connection and no other', async (t) => {
  const { server, db } = await connectForTest(t)
  const broken = encodeSections(0, [[0, PING]])
  broken.writeInt32LE(5000, 21)
  const sized = (size) => {
    const message = encodeMessage(2013, Buffer.alloc(8))
    message.writeInt32LE(size)
    return message
  }
  const cases = {
    'not a message': Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    'a length below that of a header': sized(3),
    'a negative length': sized(-1),
    'over maxMessageSizeBytes': sized(MAX_MESSAGE_BYTES + 1),
    'an opcode that there is not': encodeMessage(9999, Buffer.alloc(20)),
    'a body longer than its message': broken,
    'no body': encodeSections(0, []),
    'two bodies': encodeSections(0, [[0, PING], [0, PING]]),
    'BSON that is none': encodeSections(0, [[0, Buffer.from([12, 0, 0, 0, 99, 65, 0, 1, 2, 3, 4, 0])]]),
  }
  for (const [name, bytes] of Object.entries(cases)) {
    const { socket } = await openSocket(server.port)
    socket.resume()
    socket.write(bytes)
    await once(socket, 'close')
    t.match(await db.command({ ping: 1 }), { ok: 1 }, name)
  }
})

t.test('a client that does not read its answers, or goes away, disturbs nobody', async (t) => {
  const { server, db, collection } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(500)))
  await collection.insertOne({ text: 'x'.repeat(1_000_000) })
  const { socket } = await openSocket(server.port)
  socket.pause()
  const ask = encodeCommand({ find: 'things', $db: 'test', batchSize: 1000 })
  for (let i = 0; i < 50; i++) socket.write(ask)
  socket.write(ask.subarray(0, 30))
  t.match(await db.command({ ping: 1 }), { ok: 1 })
  socket.destroy()
  t.equal(await collection.countDocuments(), 501)
})

t.test('batches', async (t) => {
  const { db, collection } = await connectForTest(t)
  const items = Array.from({ length: 1200 }, (_, nth) => serialize({ _id: nth }))
  const body = encodeBatchReply('nextBatch', items, 7, 'a.b').subarray(OP_MSG_HEADER_BYTES)
  t.same(Buffer.from(serialize(deserialize(body, { promoteLongs: false }))), body, 'the bytes that bson would write')
  await collection.insertMany(Array.from({ length: 20 }, () => ({ text: 'x'.repeat(1_000_000) })))
  const { cursor } = await db.command({ find: 'things', batchSize: 1000 })
  t.equal(cursor.firstBatch.length, 16, 'a batch ends at 16 MB')
  t.equal((await db.command({ getMore: cursor.id, collection: 'things' })).cursor.nextBatch.length, 4)
  await t.rejects(db.command({ getMore: cursor.id, collection: 'things' }), { code: 43 })
})
