import { MongoClient } from 'mongodb'
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startServer } from './embedded/server.js'
import { startFake } from './fixtures/fake-mongod.js'
import { findMongod, mongodVersion } from './mongod.js'
import { chooseMongo, MongoUnavailable, provideMongo } from './provide.js'

// a script can be a program only where the first line says so
const noScripts = process.platform === 'win32' && 'a script is no program on Windows'
const fixture = (/** @type {string} */ name) => new URL(`fixtures/${name}`, import.meta.url)
const SOON = 20
// whoever runs this may have a mongod
const bare = { PATH: '', MONGOMS_DOWNLOAD_DIR: 'nowhere' }
// the test runner's loaders would cost each process two seconds
const { NODE_OPTIONS, ...plain } = process.env

/** @param {() => Promise<boolean> | boolean} condition */
async function until (condition) {
  while (!await condition()) await new Promise((resolve) => setTimeout(resolve, SOON))
}

/**
 * @param {string} url
 * @returns {Promise<boolean>} whether nothing listens there any more; an orphan's process id may stay for a while
 */
function isGone (url) {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.once('error', () => resolve(true))
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
}

/** @param {string} file */
const exists = (file) => access(file).then(() => true, () => false)

/** @returns {Promise<number>} a port that nothing listens on */
async function closedPort () {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

/**
 * @param {string} folder
 * @param {string} body
 * @param {string} [name]
 */
async function program (folder, body, name = 'mongod') {
  await mkdir(folder, { recursive: true })
  // a file without .js is CommonJS to every Node only where its folder says so
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
  const file = join(folder, name)
  await writeFile(file, `#!${process.execPath}\n${body}`, { mode: 0o755 })
  return file
}

const RUNNING = `import(${JSON.stringify(fixture('fake-mongod.js').href)})
  .then(({ startFake, option }) => startFake({ port: Number(option('--port')), dbpath: option('--dbpath') }))`

/** @param {string} url */
async function buildInfo (url) {
  const client = new MongoClient(url)
  try {
    return await client.db('admin').command({ buildInfo: 1 })
  } finally {
    await client.close()
  }
}

// these two take three seconds to be given up, and the other tests run meanwhile
const usable = await startFake()
const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
await once(silent, 'listening')
const { port: silentPort } = /** @type {import('node:net').AddressInfo} */ (silent.address())
/** @param {string} url @returns {Promise<Error & Record<string, any>>} */
const refusal = (url) => provideMongo({ env: { MONGODB_URL: url }, localPort: usable.port }).then(() => Object.assign(new Error(), { reason: 'it was provided' }), (error) => error)

const unanswered = refusal(`mongodb://127.0.0.1:${silentPort}/`)
const unreachable = refusal(`mongodb://user:s%40cret@127.0.0.1:${await closedPort()}/`)

t.test('MONGODB_URL comes first', async (t) => {
  const given = await startServer()
  const local = await startFake()
  t.teardown(() => Promise.all([given.close(), local.close()]))
  const provided = await provideMongo({ env: { MONGODB_URL: given.url }, localPort: local.port })
  t.match(provided, { url: given.url, engine: 'embedded', version: /embedded/, choice: 'url', passedOver: [] })
  await provided.close()
  t.match(await buildInfo(given.url), { ok: 1 }, 'and close leaves it alone')
  t.match(await provideMongo({ env: { MONGODB_URL: local.url } }), { engine: 'mongodb', version: '8.0.4' })
})

t.test('then a server that is there', async (t) => {
  const local = await startFake()
  t.teardown(local.close)
  t.match(await provideMongo({ env: {}, localPort: local.port }), {
    url: `mongodb://127.0.0.1:${local.port}/?directConnection=true`,
    engine: 'mongodb',
    version: '8.0.4',
    choice: 'local',
    passedOver: [{ choice: 'url', reason: 'MONGODB_URL is not set' }],
  })
})

t.test('another server than MongoDB that says so is named', async (t) => {
  for (const [version, more] of Object.entries({ 'v1.24.0': { ferretdbVersion: 'v1.24.0' }, 'v2.7.0': { ferretdb: { version: 'v2.7.0' } } })) {
    const local = await startFake({ more })
    t.teardown(local.close)
    t.match(await chooseMongo({ env: {}, localPort: local.port }), { choice: 'local', engine: 'ferretdb', version })
    t.match(await chooseMongo({ env: { MONGODB_URL: local.url } }), { choice: 'url', engine: 'ferretdb', version })
  }
})

t.test('what is there and of no use is passed over, soon and with a reason', async (t) => {
  const guarded = await startFake({ guarded: true })
  const old = await startFake({ wireVersion: 6 })
  const secondary = await startFake({ writable: false })
  const web = createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1')
  const rude = createTcpServer((socket) => socket.end()).listen(0, '127.0.0.1')
  t.teardown(() => [guarded, old, secondary, rude].map((server) => server.close()))
  t.teardown(() => web.closeAllConnections())
  t.teardown(() => web.close())
  await Promise.all([web, rude].map((server) => server.listening || once(server, 'listening')))
  const portOf = (/** @type {any} */ server) => server.port ?? server.address().port
  for (const [server, reason] of /** @type {[any, RegExp][]} */ ([
    [{ port: await closedPort() }, /^nothing listens on 127\.0\.0\.1:\d+$/],
    [guarded, /asks for a password/],
    [old, /older than 4\.4/],
    [secondary, /does not accept writes/],
    [web, /is not a MongoDB/],
    [rude, /is not a MongoDB: it closed the connection/],
    [{ port: silentPort }, /did not answer within 300 ms/],
  ])) {
    const { choice, passedOver } = await chooseMongo({ env: bare, localPort: portOf(server) })
    t.equal(choice, 'embedded')
    t.match(passedOver, [{ choice: 'url' }, { choice: 'local', reason }, { choice: 'mongod', reason: /no mongod is on the PATH/ }])
  }
})

/**
 * @param {import('tap').Test} t
 * @param {any} error
 * @param {RegExp} message
 */
function isSaid (t, error, message) {
  t.ok(error instanceof MongoUnavailable, 'and nothing else is taken')
  t.match(error.message, message)
  t.notMatch(error.message, /s@cret|s%40cret|\n/)
}

t.test('a MONGODB_URL that is of no use is said', async (t) => {
  const guarded = await startFake({ guarded: true })
  const strict = await startServer()
  t.teardown(() => Promise.all([guarded, strict].map((server) => server.close())))
  for (const [url, message] of /** @type {[string, RegExp][]} */ ([
    [guarded.url, /it asks for a password\. .*MONGODB_URL=mongodb:\/\/USER:PASSWORD@127\.0\.0\.1:\d+\//],
    [strict.url.replace('//', '//user:s%40cret@'), /user:\*\*\*@.* it refuses this user and password/],
    ['localhost:27017', /MONGODB_URL=localhost:27017: this is not a MongoDB URL.*Write it as mongodb:/],
    ['mongodb://user:s@cret@somewhere/', /user:\*\*\*@somewhere\/: this is not a MongoDB URL/],
    ['mongodb://127.0.0.1/?unheard=of', /this is not a MongoDB URL: .*unheard/],
  ])) isSaid(t, await refusal(url), message)
})

t.test('then a mongod, over data of its own', { skip: noScripts }, async (t) => {
  const folder = t.testdir()
  const file = await program(join(folder, 'bin'), RUNNING)
  const localPort = await closedPort()
  const env = { ...bare, PATH: ['nowhere', join(folder, 'bin')].join(delimiter) }
  t.match(await chooseMongo({ env, localPort }), { choice: 'mongod', engine: 'mongodb', file })
  const provided = await provideMongo({ env, localPort })
  t.match(provided, { engine: 'mongodb', version: '8.0.4', choice: 'mongod' })
  const { dbpath } = await buildInfo(provided.url)
  t.ok(await exists(dbpath))
  await provided.close()
  t.ok(await isGone(provided.url))
  t.notOk(await exists(dbpath), 'which close takes away')
})

t.test('a mongod that does not start is passed over with what it says', { skip: noScripts }, async (t) => {
  const folder = t.testdir()
  await program(folder, `console.log(JSON.stringify({ s: 'I', msg: 'hello' }))
    console.log(JSON.stringify({ s: 'F', msg: 'no such disk' })); process.exit(14)`)
  const provided = await provideMongo({ env: { PATH: folder }, localPort: await closedPort() })
  t.teardown(provided.close)
  t.equal(provided.engine, 'embedded')
  t.match(provided.passedOver.at(-1), { choice: 'mongod', reason: /did not start: it ended with code 14: no such disk$/ })
})

t.test('a mongod that is too old is passed over as soon as it has said so', { skip: noScripts }, async (t) => {
  const folder = t.testdir()
  await program(folder, RUNNING.replace('startFake({', 'startFake({ wireVersion: 6,'))
  const provided = await provideMongo({ env: { PATH: folder }, localPort: await closedPort() })
  t.teardown(provided.close)
  t.equal(provided.engine, 'embedded')
  t.match(provided.passedOver.at(-1), { choice: 'mongod', reason: /older than 4\.4/ })
})

t.test('a mongod and its data go with the terminal that is closed', { skip: noScripts }, async (t) => {
  const folder = t.testdir()
  const keeper = fork(new URL('mongod-keeper.js', import.meta.url), [await program(folder, RUNNING)], { env: plain, execArgv: [] })
  const [{ url }] = await once(keeper, 'message')
  const { dbpath } = await buildInfo(url)
  keeper.kill('SIGHUP')
  await once(keeper, 'exit')
  await until(() => isGone(url))
  t.notOk(await exists(dbpath))
})

t.test('a downloaded mongod is found: the newest that is whole', { skip: noScripts }, async (t) => {
  const folder = t.testdir()
  const env = { MONGOMS_DOWNLOAD_DIR: folder, PATH: '' }
  const whole = 'x'.repeat(1_100_000)
  t.equal(await findMongod(env), undefined)
  await program(folder, whole, 'mongod-x64-debian-9.2.1')
  const newest = await program(folder, whole, 'mongod-x64-debian-10.0.0')
  await program(folder, 'cut short', 'mongod-x64-debian-11.0.0')
  t.equal(await findMongod(env), newest)
  t.equal(await mongodVersion(newest), undefined)
  t.equal(await mongodVersion(await program(folder, 'console.log("db version v9.9.9")')), '9.9.9')
  t.equal(await findMongod({ ...env, MONGOMS_SYSTEM_BINARY: join(folder, 'mongod-x64-debian-9.2.1') }), join(folder, 'mongod-x64-debian-9.2.1'))
})

t.test('then the embedded server, in a process that close ends', async (t) => {
  /** @type {string[]} */
  const said = []
  const provided = await provideMongo({ env: bare, localPort: await closedPort(), onProgress: (message) => said.push(message) })
  t.match(provided, { url: /^mongodb:\/\/127\.0\.0\.1:\d+\/$/, engine: 'embedded', version: /embedded/, choice: 'embedded' })
  t.not(provided.pid, process.pid)
  t.match(await buildInfo(provided.url), { engine: 'embedded' })
  await provided.close()
  await provided.close()
  t.ok(await isGone(provided.url))
  t.same(said, ['looking for a MongoDB', 'starting the embedded server'])
})

t.test('a server that is killed is known to be lost, and one that is closed is not', { skip: noScripts }, async (t) => {
  const folder = t.testdir()
  await program(folder, RUNNING)
  const localPort = await closedPort()
  const [embedded, mongod, closed] = await Promise.all([bare, { ...bare, PATH: folder }, bare].map((env) => provideMongo({ env, localPort })))
  process.kill(Number(embedded.pid), 'SIGKILL')
  t.equal(await embedded.lost, 'it ended with SIGKILL')
  const { pid, dbpath } = await buildInfo(mongod.url)
  process.kill(pid, 'SIGKILL')
  t.equal(await mongod.lost, 'it ended with code 1')
  t.notOk(await exists(dbpath))
  await closed.close()
  t.equal(await Promise.race([closed.lost, 'closed']), 'closed')
  await Promise.all([embedded.close(), mongod.close()])
})

t.test('whoever is killed leaves nothing behind', async (t) => {
  const folder = t.testdir()
  if (!noScripts) await program(folder, RUNNING)
  const localPort = String(await closedPort())

  /**
   * @param {string} path
   * @param {string} then
   */
  const hold = async (path, then) => {
    const holder = spawn(process.execPath, [fileURLToPath(fixture('holder.js')), localPort, path, then], { env: plain, stdio: ['pipe', 'pipe', 'inherit'] })
    const [line] = await once(holder.stdout, 'data')
    return { holder, held: JSON.parse(line) }
  }

  const [killed, ended, keeper] = await Promise.all([hold('', 'stay'), hold('', 'end'), noScripts ? undefined : hold(folder, 'stay')])

  t.test('no embedded server', async (t) => {
    t.equal(killed.held.choice, 'embedded')
    t.notOk(await isGone(killed.held.url))
    killed.holder.kill('SIGKILL')
    await until(() => isGone(killed.held.url))
  })

  t.test('and one that just ends is not kept by it', async () => {
    if (ended.holder.exitCode === null) await once(ended.holder, 'exit')
    await until(() => isGone(ended.held.url))
  })

  t.test('no mongod and no data', { skip: noScripts }, async (t) => {
    const { holder, held } = /** @type {NonNullable<typeof keeper>} */ (keeper)
    t.equal(held.choice, 'mongod')
    const { dbpath } = await buildInfo(held.url)
    holder.kill('SIGKILL')
    await until(() => isGone(held.url))
    await until(async () => !await exists(dbpath))
  })
})

t.test('importing it loads neither the driver nor mingo', async (t) => {
  const script = `
    import { createRequire } from 'node:module'
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).join().match(/node_modules.(mongodb|mingo)\\b/) !== null
    await import(${JSON.stringify(new URL('provide.js', import.meta.url).href)})
    const before = loaded()
    await import(${JSON.stringify(import.meta.resolve('mongodb'))})
    console.log(JSON.stringify([before, loaded()]))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: plain, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  t.same(JSON.parse(line), [false, true])
})

t.test('a MONGODB_URL that does not answer is said', async (t) => {
  t.teardown(() => [usable, silent].map((server) => server.close()))
  isSaid(t, await unanswered, /127\.0\.0\.1:\d+\/: .*(timed out|timeout).*Start that server/i)
  isSaid(t, await unreachable, /user:\*\*\*@127\.0\.0\.1:\d+\/: connect ECONNREFUSED .*Start that server/)
})
