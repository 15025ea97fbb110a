import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { decodeBody, findAcceptedEncoding } from './decode-body.js'
import { sendRequest } from './http.js'
import { Http2LoadGenerator } from './http2.js'
import { LoadGenerator } from './load-generator.js'

/** @import { AddressInfo } from 'node:net' */

const TEXT = 'Zürich '.repeat(1000)

/** A frame of zstd that was compressed by Node 24. */
const ZSTD = Buffer.from('KLUv/WBAHoUAAEBaw7xyaWNoIAEANb++cAE=', 'base64')

const BODIES = { br: brotliCompressSync(TEXT), gzip: gzipSync(TEXT), deflate: deflateSync(TEXT), compress: Buffer.from(TEXT) }

t.test('each encoding is decoded, if the request accepts it', async (t) => {
  for (const encoding of ['br', 'gzip', 'deflate']) {
    const body = BODIES[/** @type {'br'} */ (encoding)]
    t.equal(decodeBody(body, encoding), TEXT)
    t.throws(() => decodeBody(Buffer.concat([body, Buffer.from('more')]), encoding), { code: 'WRONG_ANSWER' }, `${encoding} and more bytes`)
  }
  t.equal(decodeBody(ZSTD, 'zstd'), TEXT)
  t.equal(findAcceptedEncoding({ 'Accept-Encoding': 'gzip;q=0.8, BR' }, 'br'), 'br')
  t.equal(findAcceptedEncoding({ 'accept-encoding': 'gzip' }, 'br'), undefined)
  t.equal(findAcceptedEncoding(undefined, 'gzip'), undefined)
  t.equal(findAcceptedEncoding({ 'accept-encoding': 'compress' }, 'compress'), undefined)
  t.equal(findAcceptedEncoding({ 'accept-encoding': 'gzip' }, undefined), undefined)
  t.throws(() => decodeBody(ZSTD, 'br'), { code: 'WRONG_ANSWER' })
  t.throws(() => decodeBody(BODIES.gzip, 'zstd'), { code: 'WRONG_ANSWER' })
})

t.test('all clients decode the same body, and the bytes of an answer are those that were sent', async (t) => {
  const answer = (/** @type {any} */ req, /** @type {any} */ res) => {
    const encoding = /** @type {'br'} */ (req.url?.slice(1))
    res.setHeader('content-encoding', encoding)
    res.end(req.headers['x-wrong'] ? 'no such encoding' : BODIES[encoding])
  }
  for (const isHttp2 of [false, true]) {
    const server = isHttp2 ? createHttp2Server(answer) : createServer(answer)
    const Load = isHttp2 ? Http2LoadGenerator : LoadGenerator
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.teardown(() => { if ('closeAllConnections' in server) server.closeAllConnections(); server.close() })
    const place = { port: /** @type {AddressInfo} */ (server.address()).port, isHttp2 }
    for (const encoding of ['br', 'gzip', 'deflate', 'compress']) {
      /** @type {any} */
      const request = { method: 'GET', path: `/${encoding}`, headers: { 'accept-encoding': 'br, gzip, deflate, compress' }, connections: 2 }
      t.equal((await sendRequest(place, request)).body, TEXT, encoding)
      const load = new Load({ place, request, findFault: (body) => body === TEXT ? undefined : `gave ${body.slice(0, 50)}` })
      const { bytes } = await load.send(4)
      const sent = BODIES[/** @type {'br'} */ (encoding)].length
      t.ok(bytes.length === (isHttp2 ? 0 : 4) && bytes.every((size) => size > sent && size < sent + 500), `${encoding}: ${bytes}`)
      load.close()
    }
    /** @type {any} */
    const wrong = { method: 'GET', path: '/br', headers: { 'accept-encoding': 'br', 'x-wrong': 'yes' }, connections: 1 }
    await t.rejects(sendRequest(place, wrong), { code: 'WRONG_ANSWER' })
    const load = new Load({ place, request: wrong, findFault: () => undefined })
    await t.rejects(load.send(1), { code: 'WRONG_ANSWER' })
    load.close()
  }
})

t.test('an HTTP/2 answer that its server breaks off is no answer', async (t) => {
  const server = createHttp2Server((req, res) => {
    if (req.url === '/begun') res.write('half of it', () => req.stream.session?.destroy())
    else req.stream.session?.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const place = { port: /** @type {AddressInfo} */ (server.address()).port, isHttp2: true }
  for (const path of ['/begun', '/not-begun']) {
    await t.rejects(sendRequest(place, { method: 'GET', path, answers: 'alike', connections: 1 }), path)
  }
})
