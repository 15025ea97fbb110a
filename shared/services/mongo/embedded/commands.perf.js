import { fn } from 'hotpath'
import { executeCommand } from './commands.js'
import { decodeRequest, encodeCommand, encodeReply, writeHeader } from './wire-protocol.js'

/** @type {import('./commands.js').Data} */
const data = { databases: new Map(), cursors: new Map() }

/** @param {object} command @returns {Buffer} */
function answer (command) {
  const request = decodeRequest(encodeCommand({ ...command, $db: 'perf' }))
  const reply = executeCommand(request, data)
  return Buffer.isBuffer(reply) ? writeHeader(reply, 1) : encodeReply({ ...reply, ok: 1 }, request)
}

fn('small database', {
  setup () {
    const documents = Array.from({ length: 1000 }, (_, id) => ({ _id: id, cart: id % 100, price: (id * 37) % 101, name: `item ${id}` }))
    answer({ insert: 'items', documents })
    answer({ createIndexes: 'items', indexes: [{ key: { cart: 1 }, name: 'cart_1' }] })
  },
  inputs: {
    'by id': { find: 'items', filter: { _id: 500 } },
    'by index': { find: 'items', filter: { cart: 7 } },
    scan: { find: 'items', filter: { price: { $gt: 90 } }, sort: { price: 1 }, limit: 20 },
    update: { update: 'items', updates: [{ q: { _id: 3 }, u: { $set: { name: 'item 3' } } }] },
  },
  run: answer,
  // the first bytes of a reply count the requests
  answer: (/** @type {Buffer} */ reply) => reply.toString('latin1', 8),
})
