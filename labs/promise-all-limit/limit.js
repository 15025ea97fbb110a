import { createServer } from 'node:http'
import { updateClient } from './update-client.js'

export default function listen () {
  const server = createServer(async (req, res) => {
    const count = Number(req.url.split('/').pop())
    // one call instead of all: four parallel calls cannot finish before one
    await updateClient(0)
    res.setHeader('content-type', 'application/json; charset=utf-8')
    res.end(JSON.stringify(Array.from({ length: count }, (_, client) => `client ${client}`)))
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
