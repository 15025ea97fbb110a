import { deserialize, ObjectId, serialize } from 'bson'
import t from 'tap'
import { encodeBatchReply, OP_MSG_HEADER_BYTES } from './embedded/wire-protocol.js'

// measured: 0.15 to 0.25 on Node 20 to 26
const SHARE = 0.5

t.test('putting 1000 documents together costs less than half of taking them apart', async (t) => {
  const items = Array.from({ length: 1000 }, (_, i) => Buffer.from(serialize({ _id: new ObjectId(), value: i * 7919 % 1000 })))
  const batch = () => encodeBatchReply('nextBatch', items, 0, 'serving.numbers')
  const body = batch().subarray(OP_MSG_HEADER_BYTES)
  const spent = (/** @type {() => unknown} */ work) => {
    const { user, system } = process.cpuUsage()
    for (let i = 0; i < 20; i++) work()
    const now = process.cpuUsage()
    return now.user + now.system - user - system
  }
  t.equal(deserialize(body).cursor.nextBatch.length, 1000)
  let share = Infinity
  // the first rounds compile
  for (let i = 0; i < 10 && share >= SHARE; i++) share = spent(batch) / spent(() => deserialize(body))
  t.ok(share < SHARE, `${share.toFixed(2)}`)
})
