import { createServer } from 'node:http'

/** @returns {Promise<import('node:http').Server>} that has answered nobody yet */
export function started () {
  const server = createServer((req, res) => {
    res.end('ok')
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
