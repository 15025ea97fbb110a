import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import t from 'tap'
import { startEmbeddedServer } from './embedded/server.js'
import { startFake } from './fixtures/fake-mongod.js'
import { environment, findFreePort, readBuildInfo } from './fixtures/processes.js'
import { chooseMongoServer, startChosenMongoServer } from './provide.js'

t.test('MONGODB_URL is taken first', async (t) => {
  const given = await startEmbeddedServer()
  const local = await startFake()
  t.teardown(() => Promise.all([given.close(), local.close()]))
  const provided = await startChosenMongoServer({ env: { MONGODB_URL: given.url }, localPort: local.port })
  t.match(provided, { url: given.url, engine: 'embedded', version: /embedded/, choice: 'url' })
  await provided.close()
  t.match(await readBuildInfo(given.url), { ok: 1 }, 'and close leaves it alone')
  t.match(await startChosenMongoServer({ env: { MONGODB_URL: local.url } }), { engine: 'mongodb', version: '8.0.4' })
})

t.test('a server on the local port is taken second', async (t) => {
  const local = await startFake()
  t.teardown(local.close)
  t.match(await chooseMongoServer({ env: {}, localPort: local.port }), {
    url: `mongodb://127.0.0.1:${local.port}/?directConnection=true`,
    engine: 'mongodb',
    version: '8.0.4',
    choice: 'local',
    passedOver: [{ choice: 'url', reason: 'MONGODB_URL is not set' }],
  })
})

t.test('FerretDB is named', async (t) => {
  for (const [version, more] of Object.entries({ 'v1.24.0': { ferretdbVersion: 'v1.24.0' }, 'v2.7.0': { ferretdb: { version: 'v2.7.0' } } })) {
    const local = await startFake({ more })
    t.teardown(local.close)
    t.match(await chooseMongoServer({ env: {}, localPort: local.port }), { choice: 'local', engine: 'ferretdb', version })
    t.match(await chooseMongoServer({ env: { MONGODB_URL: local.url } }), { choice: 'url', engine: 'ferretdb', version })
  }
})

t.test('a local server that cannot be used is passed over, with a reason', async (t) => {
  const guarded = await startFake({ guarded: true })
  const old = await startFake({ wireVersion: 6 })
  const secondary = await startFake({ writable: false })
  const web = createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1')
  const rude = createTcpServer((socket) => socket.end()).listen(0, '127.0.0.1')
  const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
  t.teardown(() => [guarded, old, secondary, rude, silent].map((server) => server.close()))
  t.teardown(() => web.closeAllConnections())
  t.teardown(() => web.close())
  await Promise.all([web, rude, silent].map((server) => server.listening || once(server, 'listening')))
  const readPort = (server) => server.port ?? server.address().port
  for (const [server, reason] of /** @type {[any, RegExp][]} */ ([
    [{ port: await findFreePort() }, /^nothing listens on 127\.0\.0\.1:\d+$/],
    [guarded, /asks for a password/],
    [old, /older than 4\.4/],
    [secondary, /does not accept writes/],
    [web, /is not a MongoDB/],
    [rude, /is not a MongoDB: the server there closed the connection/],
    [silent, /did not answer within 1 s/],
  ])) {
    const { choice, passedOver } = await chooseMongoServer({ env: {}, localPort: readPort(server) })
    t.equal(choice, 'embedded')
    t.match(passedOver, [{ choice: 'url' }, { choice: 'local', reason }])
  }
})

t.test('the import loads neither the driver nor mingo', async (t) => {
  const script = `
    import { createRequire } from 'node:module'
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).join().match(/node_modules.(mongodb|mingo)\\b/) !== null
    await import(${JSON.stringify(new URL('provide.js', import.meta.url).href)})
    const before = loaded()
    await import(${JSON.stringify(import.meta.resolve('mongodb'))})
    console.log(JSON.stringify([before, loaded()]))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  t.same(JSON.parse(line), [false, true])
})
