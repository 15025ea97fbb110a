import { createServer } from 'node:http'
import { MongoClient } from 'mongodb'

export default async function listen () {
  const client = await new MongoClient(process.env.MONGODB_URL).connect()
  const data = await client.db().collection('values').find().toArray()
  await client.close()
  const average = String(data.reduce((sum, { value }) => sum + value, 0) / data.length)
  const server = createServer((req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.end(average)
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
