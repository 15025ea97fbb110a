import { fork } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import t from 'tap'
import { environment, exists, FAKE_MONGOD, isGone, NO_MONGOD, NO_SCRIPTS, readBuildInfo, waitUntil, writeProgram } from './fixtures/processes.js'
import { findFreePort } from '@hotpath-labs/engine/process/free-port.js'
import { findMongod, readMongodVersion } from './mongod.js'
import { chooseMongoServer, startChosenMongoServer } from './provide.js'

t.test('a mongod on the PATH is taken third, with data of its own', { skip: NO_SCRIPTS }, async (t) => {
  const folder = t.testdir()
  const file = await writeProgram(join(folder, 'bin'), FAKE_MONGOD)
  const localPort = await findFreePort()
  const env = { ...NO_MONGOD, PATH: ['nowhere', join(folder, 'bin')].join(delimiter) }
  t.match(await chooseMongoServer({ env, localPort }), { choice: 'mongod', engine: 'mongodb', file })
  const provided = await startChosenMongoServer({ env, localPort })
  t.match(provided, { engine: 'mongodb', version: '8.0.4', choice: 'mongod' })
  const { dbpath } = await readBuildInfo(provided.url)
  t.ok(await exists(dbpath))
  await provided.close()
  t.ok(await isGone(provided.url))
  t.notOk(await exists(dbpath), 'which close takes away')
})

t.test('a mongod that does not start is passed over, with its own error', { skip: NO_SCRIPTS }, async (t) => {
  const folder = t.testdir()
  await writeProgram(folder, `console.log(JSON.stringify({ s: 'I', msg: 'hello' }))
    console.log(JSON.stringify({ s: 'F', msg: 'no such disk' })); process.exit(14)`)
  const provided = await startChosenMongoServer({ env: { PATH: folder }, localPort: await findFreePort() })
  t.teardown(provided.close)
  t.equal(provided.engine, 'embedded')
  t.match(provided.passedOver.at(-1), { choice: 'mongod', reason: /did not start: mongod ended with code 14: no such disk$/ })
})

t.test('a mongod that is too old is passed over at once', { skip: NO_SCRIPTS }, async (t) => {
  const folder = t.testdir()
  await writeProgram(folder, FAKE_MONGOD.replace('startFake({', 'startFake({ wireVersion: 6,'))
  const provided = await startChosenMongoServer({ env: { PATH: folder }, localPort: await findFreePort() })
  t.teardown(provided.close)
  t.equal(provided.engine, 'embedded')
  t.match(provided.passedOver.at(-1), { choice: 'mongod', reason: /older than 4\.4/ })
})

t.test('a terminal that closes ends mongod and removes its data', { skip: NO_SCRIPTS }, async (t) => {
  const folder = t.testdir()
  const keeper = fork(new URL('mongod-keeper.js', import.meta.url), [await writeProgram(folder, FAKE_MONGOD)], { env: environment, execArgv: [] })
  const [{ url }] = await once(keeper, 'message')
  const { dbpath } = await readBuildInfo(url)
  keeper.kill('SIGHUP')
  await once(keeper, 'exit')
  await waitUntil(() => isGone(url))
  t.notOk(await exists(dbpath))
})

t.test('the newest complete download is found', { skip: NO_SCRIPTS }, async (t) => {
  const folder = t.testdir()
  const env = { MONGOMS_DOWNLOAD_DIR: folder, PATH: '' }
  const whole = 'x'.repeat(1_100_000)
  t.equal(await findMongod(env), undefined)
  await writeProgram(folder, whole, 'mongod-x64-debian-9.2.1')
  const newest = await writeProgram(folder, whole, 'mongod-x64-debian-10.0.0')
  await writeProgram(folder, 'cut short', 'mongod-x64-debian-11.0.0')
  t.equal(await findMongod(env), newest)
  t.equal(await readMongodVersion(newest), undefined)
  t.equal(await readMongodVersion(await writeProgram(folder, 'console.log("db version v9.9.9")')), '9.9.9')
  t.equal(await findMongod({ ...env, MONGOMS_SYSTEM_BINARY: join(folder, 'mongod-x64-debian-9.2.1') }), join(folder, 'mongod-x64-debian-9.2.1'))
})
