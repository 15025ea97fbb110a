import { createServer } from 'node:http'

/** @param {() => string} uniqueName */
export function listenWith (uniqueName) {
  const server = createServer((req, res) => {
    res.end(`Your unique name is: ${uniqueName()}\n`)
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
