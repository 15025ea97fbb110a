import express from 'express'
import { MongoClient } from 'mongodb'

/** @param {(carts: import('mongodb').Collection) => (cart: number) => Promise<number>} totals gives what a cart's items cost together */
export async function listenWith (totals) {
  const client = await new MongoClient(String(process.env.MONGODB_URL)).connect()
  const totalOf = totals(client.db().collection('carts'))
  const app = express()

  app.get('/carts/:id', async (req, res) => {
    res.send({ total: await totalOf(Number(req.params.id)) })
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
