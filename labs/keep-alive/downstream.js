import { createServer } from 'node:http'

/** An item's page, of which the other server only needs to know if it is there. */
const PAGE = JSON.stringify({ item: 'a kettle', text: 'x'.repeat(1000) })

export default function listen () {
  const server = createServer((req, res) => {
    // every third item is sold out
    if (Number(req.url.split('/').pop()) % 3 === 0) res.statusCode = 404
    res.setHeader('content-type', 'application/json')
    res.end(PAGE)
  })

  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 2000 }, () => resolve(server))
  })
}
