import express from 'express'
import { MongoClient } from 'mongodb'

/** @param {(fetch: () => Promise<number>) => () => Promise<number>} keep how answers are kept */
export async function listenWith (keep) {
  const client = await new MongoClient(process.env.MONGODB_URL).connect()
  const values = client.db().collection('values')
  const app = express()

  const answer = keep(async () => {
    const data = await values.find().toArray()
    return data.reduce((sum, { value }) => sum + value, 0) / data.length
  })

  app.get('/average', async (req, res) => {
    res.send(String(await answer()))
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
