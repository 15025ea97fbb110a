import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { environment, exists, FAKE_MONGOD, isGone, NO_MONGOD, NO_SCRIPTS, readBuildInfo, waitUntil, writeProgram } from './fixtures/processes.js'
import { findFreePort } from '@hotpath-labs/engine/process/free-port.js'
import { startChosenMongoServer } from './provide.js'

const HOLDER = fileURLToPath(new URL('fixtures/holder.js', import.meta.url))

t.test('the embedded server is taken last, in a process that close ends', async (t) => {
  /** @type {string[]} */
  const said = []
  const localPort = await findFreePort()
  const provided = await startChosenMongoServer({ env: NO_MONGOD, localPort, onProgress: (message) => said.push(message) })
  t.match(provided, { url: /^mongodb:\/\/127\.0\.0\.1:\d+\/$/, engine: 'embedded', version: /embedded/, choice: 'embedded' })
  t.not(provided.pid, process.pid)
  t.match(await readBuildInfo(provided.url), { engine: 'embedded' })
  await provided.close()
  await provided.close()
  t.ok(await isGone(provided.url))
  t.same(said, ['looking for a MongoDB', 'starting the embedded server'])
})

t.test('a killed server is reported as lost, a closed one is not', { skip: NO_SCRIPTS }, async (t) => {
  // The servers do not keep this process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(() => clearInterval(alive))
  const folder = t.testdir()
  await writeProgram(folder, FAKE_MONGOD)
  const localPort = await findFreePort()
  const environments = [NO_MONGOD, { ...NO_MONGOD, PATH: folder }, NO_MONGOD]
  const [embedded, mongod, closed] = await Promise.all(environments.map((env) => startChosenMongoServer({ env, localPort })))
  process.kill(Number(embedded.pid), 'SIGKILL')
  t.equal(await embedded.lost, 'the process ended with SIGKILL')
  const { pid, dbpath } = await readBuildInfo(mongod.url)
  process.kill(pid, 'SIGKILL')
  t.equal(await mongod.lost, 'the process ended with code 1')
  t.notOk(await exists(dbpath))
  await closed.close()
  t.equal(await Promise.race([closed.lost, 'closed']), 'closed')
  await Promise.all([embedded.close(), mongod.close()])
})

t.test('the end of the process that has a database leaves nothing behind', async (t) => {
  const folder = t.testdir()
  if (!NO_SCRIPTS) await writeProgram(folder, FAKE_MONGOD)
  const localPort = String(await findFreePort())

  /**
   * @param {string} path
   * @param {string} then
   */
  const hold = async (path, then) => {
    const holder = spawn(process.execPath, [HOLDER, localPort, path, then], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
    const exit = once(holder, 'exit')
    const [line] = await once(holder.stdout, 'data')
    return { holder, exit, held: JSON.parse(line) }
  }

  const [killed, ended, keeper] = await Promise.all([hold('', 'stay'), hold('', 'end'), NO_SCRIPTS ? undefined : hold(folder, 'stay')])

  t.test('a kill leaves no embedded server', async (t) => {
    t.equal(killed.held.choice, 'embedded')
    t.notOk(await isGone(killed.held.url))
    killed.holder.kill('SIGKILL')
    await waitUntil(() => isGone(killed.held.url))
  })

  t.test('a normal end leaves no embedded server', async () => {
    await ended.exit
    await waitUntil(() => isGone(ended.held.url))
  })

  t.test('a kill leaves no mongod and no data', { skip: NO_SCRIPTS }, async (t) => {
    const { holder, held } = /** @type {NonNullable<typeof keeper>} */ (keeper)
    t.equal(held.choice, 'mongod')
    const { dbpath } = await readBuildInfo(held.url)
    holder.kill('SIGKILL')
    await waitUntil(() => isGone(held.url))
    await waitUntil(async () => !await exists(dbpath))
  })
})
