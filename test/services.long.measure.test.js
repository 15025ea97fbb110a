import { createServer } from 'node:net'
import { once } from 'node:events'
import t from 'tap'
import { cli, cliJson, fixture } from './cli.js'

t.test('a lab with a database is given one, and its result names the engine', async (t) => {
  const result = await cliJson(['lab', fixture('database')])
  t.equal(result.verdict, 'holds')
  t.match(result.services.mongo, { engine: /^(embedded|mongodb)$/, version: /^\d+\./ })
  t.match(result.counters, [{ variant: 'slow', actual: 300, holds: true }, { variant: 'fast', actual: 0, holds: true }])
})

t.test('MONGODB_URL that leads nowhere: the URL without its password, the reason, code 4, in less than 5 s', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  const time = async (run) => {
    const started = performance.now()
    return { ...await run(), ms: performance.now() - started }
  }
  // what a busy machine needs to start a command is no part of the promise
  const { ms: startUpMs } = await time(() => cli(['lab', '--help']))
  const { code, stdout, ms } = await time(() => cli(['lab', fixture('database')], { env: { MONGODB_URL: `mongodb://me:secret@127.0.0.1:${port}/` } }))
  t.equal(code, 4)
  t.ok(ms - startUpMs < 5000)
  t.match(stdout.replace(/\s+/g, ' '), new RegExp(`CANNOT RUN mongo is not available: .*127.0.0.1:${port}`))
  t.notMatch(stdout, 'secret')
  t.match(stdout, /^next {2}pnpm lab doctor/m)
})
