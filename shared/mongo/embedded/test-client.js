import { MongoClient } from 'mongodb'
import { startServer } from './server.js'

/**
 * For tests: a server, and the official driver connected to it.
 *
 * @param {{ teardown: (work: () => Promise<void>) => void }} t
 * @param {{ orphanMs?: number }} [options]
 */
export async function connected (t, options) {
  const server = await startServer(options)
  const client = await new MongoClient(server.url).connect()
  t.teardown(async () => {
    await client.close()
    await server.close()
  })
  return { server, client, db: client.db('test'), collection: client.db('test').collection('things') }
}

/**
 * @param {number} count
 * @returns {{ _id: number, value: number, name: string }[]}
 */
export function numbered (count) {
  return Array.from({ length: count }, (_, i) => ({ _id: i, value: i % 10, name: `n${i}` }))
}
