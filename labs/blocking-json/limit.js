import { createServer } from 'node:http'
import { sumValues, tree } from './tree.js'

export default function listen () {
  const bytes = Buffer.from(JSON.stringify({ sum: sumValues(), tree }))
  const server = createServer((req, res) => {
    res.setHeader('content-type', 'application/json')
    res.end(bytes)
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
