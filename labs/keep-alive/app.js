import { createServer } from 'node:http'

/** @param {(url: string) => Promise<number>} askStatus asks the other server, and resolves to the status of its answer */
export function listenWith (askStatus) {
  const server = createServer(async (req, res) => {
    try {
      const status = await askStatus(`${process.env.DOWNSTREAM_URL}${req.url}`)
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ inStock: status === 200 }))
    } catch {
      res.statusCode = 502
      res.end()
    }
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
