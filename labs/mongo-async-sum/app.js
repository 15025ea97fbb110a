import express from 'express'
import { MongoClient } from 'mongodb'

/** @import { Db } from 'mongodb' */

/** @param {(db: Db) => Promise<() => Promise<number>> | (() => Promise<number>)} prepare resolves to the handler's average */
export async function listenWith (prepare) {
  const client = await new MongoClient(process.env.MONGODB_URL).connect()
  const average = await prepare(client.db())
  const app = express()

  app.get('/average', async (req, res) => {
    res.send(String(await average()))
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
