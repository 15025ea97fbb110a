import { createServer } from 'node:http'

const visits = new Map()

export default function listen () {
  const server = createServer((req, res) => {
    visits.set(req.url, { times: (visits.get(req.url)?.times ?? 0) + 1, at: new Date() })
    res.end('welcome')
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
