import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'

/** Time in ms in which the disk of this server is busy, and takes nothing. */
const BUSY_MS = 200

/** From this number of bytes on the disk has to be ready. */
const DISK_BYTES = 1e6

export default function listen () {
  const server = createServer(async (req, res) => {
    let [bytes, sum] = [0, 0]
    try {
      for await (const chunk of req) {
        if (bytes < DISK_BYTES && bytes + chunk.length >= DISK_BYTES) await sleep(BUSY_MS)
        bytes += chunk.length
        sum = crc32(chunk, sum)
      }
      res.end(JSON.stringify({ bytes, sum }))
    } catch {
      // the copying server has gone away
    }
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
