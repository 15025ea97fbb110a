import express from 'express'
import { MongoClient } from 'mongodb'

const ROWS_PER_PAGE = 10

/** @typedef {(page: number, rows: number) => Promise<object[]>} FindOrders */

/** @param {(db: import('mongodb').Db) => FindOrders} prepare */
export async function listenWith (prepare) {
  const client = await new MongoClient(String(process.env.MONGODB_URL)).connect()
  const findOrders = prepare(client.db())
  const app = express()

  app.get('/orders/:page', async (req, res) => {
    res.send(await findOrders(Number(req.params.page), ROWS_PER_PAGE))
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
