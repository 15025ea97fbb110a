import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** @import { ClientRequest } from 'node:http' */

/** @param {(file: string, start: number, put: ClientRequest) => Promise<unknown>} send writes the file from a position on */
export function listenWith (send) {
  const file = join(String(process.env.FILES), 'video.bin')
  const server = createServer(async (req, res) => {
    if (req.url === '/ping') return res.end('pong')
    const put = request(String(process.env.DOWNSTREAM_URL), { method: 'PUT' })
    // events that nobody awaits any more end no process
    put.on('error', () => {})
    try {
      // copies the last bytes of the video, as many as the path says
      const start = statSync(file).size - Number(/** @type {string} */ (req.url).split('/').pop())
      const [, [response]] = await Promise.all([send(file, start, put), once(put, 'response')])
      res.end(await text(response))
    } catch {
      put.destroy()
      res.statusCode = 502
      res.end()
    }
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
