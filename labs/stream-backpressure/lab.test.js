import { once } from 'node:events'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { listenWith } from './app.js'
import { send as fast } from './fast.js'
import { send as noWait } from './no-wait.js'
import { send as slow } from './slow.js'

const programs = { slow, noWait, fast }

const folder = mkdtempSync(join(tmpdir(), 'video-'))
process.env.FILES = folder
t.teardown(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'video.bin'), '')
truncateSync(join(folder, 'video.bin'), 100e6)

/** Starts a server that receives copies. */
async function startOther (t, take) {
  const server = createServer(take).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  process.env.DOWNSTREAM_URL = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
}

async function startCopying (t, send) {
  const server = await listenWith(send)
  t.teardown(() => { server.closeAllConnections(); server.close() })
  return (bytes) => request({ port: server.address().port, host: '127.0.0.1', method: 'POST', path: `/copies/${bytes}`, agent: false })
}

function count (req, res) {
  let bytes = 0
  // a test may end in the middle of a copy
  req.on('data', (chunk) => { bytes += chunk.length }).on('end', () => res.end(String(bytes))).on('error', () => {})
}

for (const [name, send] of Object.entries(programs)) {
  t.test(`${name}: the other server goes away in the middle of a copy`, async (t) => {
    await startOther(t, (req) => req.once('data', () => req.destroy()))
    const ask = await startCopying(t, send)
    const [response] = await once(ask(100e6).end(), 'response')
    t.equal(response.statusCode, 502)
  })

  t.test(`${name}: a visitor who goes away disturbs nobody`, async (t) => {
    await startOther(t, count)
    const ask = await startCopying(t, send)
    const impatient = ask(100e6).on('error', () => {})
    impatient.end()
    await sleep(20)
    impatient.destroy()
    const [response] = await once(ask(3).end(), 'response')
    t.equal((await response.toArray()).join(''), '3')
  })
}

t.test('of a hundred megabytes that the other server does not take, pipeline keeps little', async (t) => {
  const stuck = () => new Writable({ write () {} })
  const [waiting, filled] = [stuck(), stuck()]
  const copying = fast(join(folder, 'video.bin'), 0, waiting)
  await noWait(join(folder, 'video.bin'), 0, filled)
  t.equal(filled.writableLength, 100e6)
  t.ok(waiting.writableLength > 0 && waiting.writableLength < 1e6)
  waiting.destroy()
  await t.rejects(copying)
})

assertHolds(t, await testLab(import.meta.dirname))
