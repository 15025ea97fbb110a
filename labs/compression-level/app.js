import { createServer } from 'node:http'

const words = ['kettle', 'lamp', 'small', 'garden', 'steel', 'for two', 'blue', 'folding', 'with a lid', 'oak', 'quiet', 'washable']

/** The catalogue in JSON, item by item: only the numbers are random. */
const items = Array.from({ length: 1000 }, (_, id) => JSON.stringify({
  id,
  name: [1, 3, 7].map((step) => words[(id * step + step) % words.length]).join(' '),
  price: (id * 7919) % 10_000 / 100,
  stock: (id * 104_729) % 90,
  code: ((id + 1) * 2_654_435_761 % 4_294_967_296).toString(36),
}))

/**
 * @param {string} encoding which the server sends to a visitor who accepts it
 * @param {(text: string) => Promise<Buffer>} compress
 */
export function listenWith (encoding, compress) {
  const server = createServer(async (req, res) => {
    // the catalogue, beginning with the item that the path names
    const first = Number(req.url.split('/').pop()) % items.length
    const text = `[${[...items.slice(first), ...items.slice(0, first)].join(',')}]`
    res.setHeader('content-type', 'application/json').setHeader('vary', 'accept-encoding')
    if (!req.headers['accept-encoding']?.split(/[ ,]+/).includes(encoding)) return res.end(text)
    res.setHeader('content-encoding', encoding)
    res.end(await compress(text))
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
