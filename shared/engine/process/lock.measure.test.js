import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import t from 'tap'
import { lockMachine } from './lock.js'

/** @import { AddressInfo } from 'node:net' */

/** @returns {Promise<number>} a port of this machine on which nothing listens */
async function findFreePort () {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

t.test('the second measurement waits for the first and learns its name', async (t) => {
  const port = await findFreePort()
  const release = await lockMachine('the first lab', () => t.fail('it waited'), port)
  /** @type {string[]} */
  const waited = []
  let got = false
  const second = lockMachine('the second', (other) => { waited.push(other); setTimeout(() => { t.notOk(got); release() }, 20) }, port).then((release) => { got = true; return release })
  const releaseSecond = await second
  t.same(waited, [`the first lab (process ${process.pid})`])
  releaseSecond()
})

t.test('a killed holder frees the lock', async (t) => {
  const port = await findFreePort()
  const holder = fork(new URL('../../../test/fixtures/hold-lock.js', import.meta.url), [String(port)])
  await once(holder, 'message')
  const waiting = lockMachine('the next', () => holder.kill('SIGKILL'), port)
  const release = await waiting
  t.ok(holder.killed)
  release()
})

t.test('a connection that the holder resets before its greeting is tried again', async (t) => {
  let connections = 0
  const server = createServer((socket) => {
    if (connections++) socket.write('hotpath 1 the first lab\n')
    setTimeout(() => { socket.resetAndDestroy(); if (connections > 1) server.close() }, 20)
  })
  t.teardown(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {AddressInfo} */ (server.address())
  /** @type {string[]} */
  const waited = []
  const release = await lockMachine('the second', (other) => waited.push(other), port)
  t.same(waited, ['the first lab (process 1)'])
  release()
})

t.test('another program on the port does not block', async (t) => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = /** @type {AddressInfo} */ (server.address())
  const release = await lockMachine('a lab', () => t.fail('that is no holder'), port)
  release()
})

t.test('an outgoing connection on the port does not block', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(/** @type {AddressInfo} */ (server.address()).port, '127.0.0.1')
  await once(client, 'connect')
  t.teardown(() => { client.destroy(); server.close() })
  const release = await lockMachine('a lab', () => t.fail('that is no holder'), client.localPort)
  release()
})
