import { MongoClient } from 'mongodb'
import t from 'tap'
import { startEmbedded } from './embedded.js'

// the relation is about 0.2; half leaves room for a machine that is busy with something else
const SHARE = 0.5
const FINDS = 40

t.test('serving 1000 documents costs less than half of what the driver spends on them', async (t) => {
  const { url, close } = await startEmbedded()
  const client = await new MongoClient(url).connect()
  t.teardown(async () => {
    await client.close()
    await close()
  })
  const numbers = client.db('serving').collection('numbers')
  await numbers.insertMany(Array.from({ length: 1000 }, (_, i) => ({ value: i * 7919 % 1000 })))

  const served = async () => {
    const { extra_info: { user_time_us: user, system_time_us: system } } = await client.db('admin').command({ serverStatus: 1 })
    return user + system
  }
  const find = async (/** @type {number} */ times) => {
    for (let i = 0; i < times; i++) {
      const found = await numbers.find().toArray()
      if (found.length !== 1000) t.fail(`${found.length} documents`)
    }
  }
  // both sides are compiled by then
  await find(20)
  const serverBefore = await served()
  const clientBefore = process.cpuUsage()
  await find(FINDS)
  const { user, system } = process.cpuUsage(clientBefore)
  const server = (await served() - serverBefore) / FINDS
  const driver = (user + system) / FINDS
  t.comment(`server ${server.toFixed(0)} µs, driver ${driver.toFixed(0)} µs a find`)
  t.ok(server < SHARE * driver, `server ${server.toFixed(0)} µs against driver ${driver.toFixed(0)} µs`)
})
