import { createServer } from 'node:http'

/** What a call downstream takes: as much as a query on another machine. */
const TAKES_MS = 5

export default function listen () {
  const server = createServer((req, res) => {
    setTimeout(() => res.end('updated'), TAKES_MS)
  })
  server.keepAliveTimeout = 60_000

  return new Promise((resolve) => {
    // a thousand come at once: those that find no room in Node's 511 are dropped, and try again after a second
    server.listen({ port: 0, host: '127.0.0.1', backlog: 2000 }, () => resolve(server))
  })
}
