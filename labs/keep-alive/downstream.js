import { createServer } from 'node:http'

/** An item's page, of which the other server only needs to know if it is there. */
const PAGE = JSON.stringify({ item: 'a kettle', text: 'x'.repeat(1000) })

/** Number of an item whose page breaks off before it begins. */
const BROKEN_ITEM = 31

export default function listen () {
  /** @type {Set<number>} */
  const sold = new Set()
  const server = createServer((req, res) => {
    const item = Number(req.url.split('/').pop())
    if (item === BROKEN_ITEM) return req.socket.destroy()
    if (req.method === 'PUT') sold.add(item)
    // every third item is sold out
    if (item % 3 === 0 || sold.has(item)) res.statusCode = 404
    res.setHeader('content-type', 'application/json')
    res.end(PAGE)
  })

  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 2000 }, () => resolve(server))
  })
}
