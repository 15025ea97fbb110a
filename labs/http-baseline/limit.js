import { createServer } from 'node:http'

export default function listen () {
  const server = createServer((req, res) => {
    if (req.url === '/hello') return res.end('hello world')
    req.pipe(res)
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
