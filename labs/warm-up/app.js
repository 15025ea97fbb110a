import express from 'express'
import { createServer } from 'node:http'

/** @returns {Promise<import('node:http').Server>} that has answered nobody yet */
export function started () {
  const app = express()
  app.get('/', (req, res) => {
    res.send('ok')
  })

  const server = createServer(app)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
