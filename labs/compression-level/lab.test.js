import { once } from 'node:events'
import { get, request } from 'node:http'
import t from 'tap'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
const programs = { slow: 'br', fast: 'br', gzip: 'gzip', plain: undefined }

for (const [name, encoding] of Object.entries(programs)) {
  t.test(`${name}: compresses for visitors who accept its encoding, and for nobody else`, async (t) => {
    const { default: listen } = await import(`./${name}.js`)
    const server = await listen()
    t.teardown(() => { server.closeAllConnections(); server.close() })
    const place = { port: server.address().port, host: '127.0.0.1', path: '/from/998', agent: false }

    const ask = async (accepted) => {
      const [response] = await once(get({ ...place, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }), 'response')
      return { encoding: response.headers['content-encoding'], bytes: Buffer.concat(await response.toArray()) }
    }
    const plain = await ask(undefined)
    t.equal(plain.encoding, undefined)
    t.same(JSON.parse(String(plain.bytes)).map(({ id }) => id).slice(0, 3), [998, 999, 0])
    for (const accepted of ['identity', 'compress, xbr, gzipped', '']) t.same(await ask(accepted), plain, accepted)

    const packed = await ask('gzip, deflate, br, zstd')
    t.equal(packed.encoding, encoding)
    t.equal(String(encoding ? decoders[/** @type {'br'} */ (encoding)](packed.bytes) : packed.bytes), String(plain.bytes))

    // a visitor who goes away during the compression
    const impatient = request({ ...place, headers: { 'accept-encoding': 'br, gzip' } }).on('error', () => {})
    impatient.end()
    await once(server, 'request')
    impatient.destroy()
    t.same(await ask(undefined), plain)
  })
}

assertHolds(t, await testLab(import.meta.dirname))
