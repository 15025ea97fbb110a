import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { environment, findFreePort, isGone, readBuildInfo, waitUntil } from './fixtures/processes.js'
import { startChosenMongoServer } from './provide.js'

const HOLDER = fileURLToPath(new URL('fixtures/holder.js', import.meta.url))

t.test('the embedded server is taken last, in a process that close ends', async (t) => {
  const localPort = await findFreePort()
  const provided = await startChosenMongoServer({ env: {}, localPort })
  t.match(provided, { url: /^mongodb:\/\/127\.0\.0\.1:\d+\/$/, engine: 'embedded', version: /embedded/, choice: 'embedded' })
  t.not(provided.pid, process.pid)
  t.match(await readBuildInfo(provided.url), { engine: 'embedded' })
  await provided.close()
  await provided.close()
  t.ok(await isGone(provided.url))
})

t.test('a killed server is reported as lost', async (t) => {
  const embedded = await startChosenMongoServer({ env: {}, localPort: await findFreePort() })
  process.kill(Number(embedded.pid), 'SIGKILL')
  await waitUntil(() => embedded.findEnd() !== undefined)
  t.equal(embedded.findEnd(), 'was killed by SIGKILL')
  await embedded.close()
})

t.test('the end of the process that has a database leaves nothing behind', async (t) => {
  const localPort = String(await findFreePort())

  const hold = async (then) => {
    const holder = spawn(process.execPath, [HOLDER, localPort, then], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
    const exit = once(holder, 'exit')
    const [line] = await once(holder.stdout, 'data')
    return { holder, exit, held: JSON.parse(line) }
  }

  const [killed, ended] = await Promise.all(['stay', 'end'].map(hold))

  t.test('a kill leaves no embedded server', async (t) => {
    t.notOk(await isGone(killed.held.url))
    killed.holder.kill('SIGKILL')
    await waitUntil(() => isGone(killed.held.url))
  })

  t.test('a normal end leaves no embedded server', async () => {
    await ended.exit
    await waitUntil(() => isGone(ended.held.url))
  })
})
