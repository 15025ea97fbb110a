import { createServer } from 'node:http'

const visits = []

export default function listen () {
  const server = createServer((req, res) => {
    visits.push({ url: req.url, at: new Date() })
    res.end('welcome')
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
