import { serialize } from 'bson'
import { Long } from 'mongodb'
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { MessageSplitter, MAX_MESSAGE_BYTES } from './message-splitter.js'
import { connectForTest, numberedDocuments } from '../fixtures/embedded-client.js'
import { CursorStore } from './cursors.js'
import { decodeReply, encodeCommand, writeOpMsgHeader } from './wire-protocol.js'

/** @param {number} port */
async function raw (port) {
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
    /** @param {Uint8Array} bytes */
    async ask (bytes) {
      socket.write(bytes)
      while (messages.length === 0) await once(socket, 'message')
      return /** @type {Buffer} */ (messages.shift())
    },
  }
}

/**
 * @param {number} flags
 * @param {[number, Uint8Array][]} sections
 */
function opMsg (flags, sections) {
  const flagBytes = Buffer.alloc(4)
  flagBytes.writeUInt32LE(flags)
  const rest = Buffer.concat([flagBytes, ...sections.flatMap(([kind, bytes]) => [Buffer.from([kind]), bytes])])
  return message(2013, rest)
}

/**
 * @param {number} opCode
 * @param {Uint8Array} rest
 */
function message (opCode, rest) {
  const header = Buffer.alloc(16)
  header.writeInt32LE(16 + rest.length, 0)
  header.writeInt32LE(77, 4)
  header.writeInt32LE(opCode, 12)
  return Buffer.concat([header, rest])
}

/**
 * @param {string} name
 * @param {Record<string, any>[]} documents
 */
function sequence (name, documents) {
  const rest = Buffer.concat([Buffer.from(`${name}\0`), ...documents.map((document) => serialize(document))])
  const size = Buffer.alloc(4)
  size.writeInt32LE(rest.length + 4)
  return Buffer.concat([size, rest])
}

const PING = serialize({ ping: 1, $db: 'admin' })

t.test('messages', async (t) => {
  const { server, collection } = await connectForTest(t)

  t.test('in pieces, and several in one piece', async (t) => {
    const { socket, ask } = await raw(server.port)
    const bytes = encodeCommand({ ping: 1, $db: 'admin' })
    for (const byte of bytes.subarray(0, -1)) socket.write(Buffer.from([byte]))
    t.match(decodeReply(await ask(bytes.subarray(-1))), { ok: 1 })
    t.match(decodeReply(await ask(Buffer.concat([bytes, bytes]))), { ok: 1 })
    t.match(decodeReply(await ask(Buffer.alloc(0))), { ok: 1 }, 'the second of the two')
    socket.destroy()
  })

  t.test('with a document sequence, and the id of the request in the reply', async (t) => {
    const { socket, ask } = await raw(server.port)
    const reply = await ask(opMsg(0, [[0, PING]]))
    t.match(decodeReply(reply), { ok: 1 })
    t.equal(reply.readInt32LE(8), 77)
    const body = serialize({ insert: 'things', $db: 'test' })
    t.match(decodeReply(await ask(opMsg(0, [[1, sequence('documents', [{ _id: 'a' }, { _id: 'b' }])], [0, body]]))), { n: 2, ok: 1 })
    t.equal(await collection.countDocuments(), 2)
    socket.destroy()
  })

  t.test('unacknowledged messages get no reply, even for a failure', async (t) => {
    const { socket, ask } = await raw(server.port)
    socket.write(opMsg(2, [[0, serialize({ insert: 'things', $db: 'test', documents: [{ _id: 'a' }] })]]))
    const reply = await ask(encodeCommand({ buildInfo: 1, $db: 'admin' }))
    t.match(decodeReply(reply), { engine: 'embedded' }, 'the first that comes is that of the next')
    socket.destroy()
  })

  t.test('OP_QUERY is accepted for the handshake only', async (t) => {
    const { socket, ask } = await raw(server.port)
    const query = (/** @type {Record<string, any>} */ command) =>
      message(2004, Buffer.concat([Buffer.alloc(4), Buffer.from('admin.$cmd\0'), Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]), serialize(command)]))
    const reply = await ask(query({ isMaster: 1, helloOk: true }))
    t.equal(reply.readInt32LE(12), 1, 'an OP_REPLY')
    t.match(decodeLegacy(reply), { ismaster: true, helloOk: true, maxWireVersion: 21, ok: 1 })
    t.match(decodeLegacy(await ask(query({ find: 'things' }))), { ok: 0, code: 352 })
    socket.destroy()
  })
})

/** @param {Buffer} reply */
function decodeLegacy (reply) {
  return decodeReply(opMsg(0, [[0, reply.subarray(36)]]))
}

t.test('a malformed message ends its own connection and no other', async (t) => {
  const { server, db } = await connectForTest(t)
  const broken = opMsg(0, [[0, PING]])
  broken.writeInt32LE(5000, 21)
  const size = (/** @type {number} */ bytes) => {
    const header = message(2013, Buffer.alloc(8))
    header.writeInt32LE(bytes)
    return header
  }
  const cases = {
    'not a message': Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    'a length below that of a header': size(3),
    'a negative length': size(-1),
    'over maxMessageSizeBytes': size(MAX_MESSAGE_BYTES + 1),
    'an opcode there is none of': message(9999, Buffer.alloc(20)),
    'OP_COMPRESSED, which was not agreed on': message(2012, Buffer.alloc(20)),
    'an old OP_INSERT': message(2002, Buffer.alloc(30)),
    'a body longer than its message': broken,
    'no body': opMsg(0, [[1, sequence('documents', [{}])]]),
    'two bodies': opMsg(0, [[0, PING], [0, PING]]),
    'a kind of section there is none of': opMsg(0, [[7, PING]]),
    'an unknown flag that must be known': opMsg(4, [[0, PING]]),
    'a checksum, which no driver sends': opMsg(1, [[0, PING]]),
    'BSON that is none': opMsg(0, [[0, Buffer.from([12, 0, 0, 0, 99, 65, 0, 1, 2, 3, 4, 0])]]),
    'a sequence without a name': opMsg(0, [[0, PING], [1, Buffer.from([7, 0, 0, 0, 65, 65, 65])]]),
    'a query that is no handshake': message(2004, Buffer.concat([Buffer.alloc(4), Buffer.from('test.things\0'), Buffer.alloc(8), PING])),
  }
  for (const [name, bytes] of Object.entries(cases)) {
    const { socket } = await raw(server.port)
    socket.resume()
    socket.write(bytes)
    await once(socket, 'close')
    t.match(await db.command({ ping: 1 }), { ok: 1 }, name)
  }
  const { socket, ask } = await raw(server.port)
  t.match(decodeReply(await ask(opMsg(0, [[0, serialize({ ping: 1 })]]))), { ok: 0, code: 40571 }, 'no $db is an answer')
  t.match(decodeReply(await ask(encodeCommand({ ping: 1, $db: 'a.b' }))), { ok: 0, code: 73 })
  t.match(decodeReply(await ask(encodeCommand({ $db: 'a' }))), { ok: 0, code: 59 })
  const invalid = Buffer.from(serialize({ _id: 1, text: 'abcd' }))
  invalid[invalid.indexOf('abcd')] = 0xff
  const body = serialize({ insert: 'things', $db: 'test' })
  const head = Buffer.from('\0\0\0\0documents\0')
  head.writeInt32LE(head.length + invalid.length)
  const reply = decodeReply(await ask(opMsg(0, [[0, body], [1, Buffer.concat([head, invalid])]])))
  t.match(reply, { n: 0, writeErrors: [{ index: 0, code: 22 }] }, 'text that is no UTF-8 is not stored')
  socket.destroy()
})

t.test('a client that goes away', async (t) => {
  const { server, db, collection } = await connectForTest(t)
  await collection.insertMany(/** @type {any} */ (numberedDocuments(500)))

  t.test('leaves its cursor to other connections', async (t) => {
    const { socket, ask } = await raw(server.port)
    const { cursor } = decodeReply(await ask(encodeCommand({ find: 'things', $db: 'test', batchSize: 5 })))
    socket.destroy()
    await once(socket, 'close')
    t.equal((await db.command({ getMore: Long.fromValue(cursor.id), collection: 'things' })).cursor.nextBatch.length, 495)
  })

  t.test('in the middle of a message disturbs nobody', async (t) => {
    const { socket } = await raw(server.port)
    socket.write(encodeCommand({ find: 'things', $db: 'test' }).subarray(0, 30))
    socket.destroy()
    await once(socket, 'close')
    t.equal(await collection.countDocuments(), 500)
  })

  t.test('without reading its answers disturbs nobody', async (t) => {
    await collection.insertOne({ text: 'x'.repeat(1_000_000) })
    const { socket } = await raw(server.port)
    socket.pause()
    const ask = encodeCommand({ find: 'things', $db: 'test', batchSize: 1000 })
    for (let i = 0; i < 50; i++) socket.write(ask)
    t.match(await db.command({ ping: 1 }), { ok: 1 }, 'the others are served meanwhile')
    socket.destroy()
    t.equal(await collection.countDocuments(), 501)
  })
})

t.test('of too many open cursors the oldest is closed', async (t) => {
  const cursors = new CursorStore()
  const item = serialize({})
  for (let i = 0; i < 10_001; i++) cursors.open('test.things', [item, item], { batchSize: 1 })
  t.throws(() => cursors.next(1, 'test.things', 1), { code: 43 })
  t.equal(decodeReply(writeOpMsgHeader(cursors.next(2, 'test.things', 1), 0)).cursor.nextBatch.length, 1)
})
