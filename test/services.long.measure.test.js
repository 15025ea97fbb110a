import t from 'tap'
import { cli, cliJson, fixture } from './cli.js'

t.test('a lab with a database is given one, and its result names the engine', async (t) => {
  const result = await cliJson(['lab', fixture('database')])
  t.equal(result.verdict, 'holds')
  t.match(result.services.mongo, { engine: /^(embedded|mongodb)$/, version: /^\d+\./ })
  t.match(result.counters, [{ variant: 'slow', actual: 300, holds: true }, { variant: 'fast', actual: 0, holds: true }])
})

t.test('MONGODB_URL that leads nowhere: code 4, in less than 5 s', async (t) => {
  const time = async (run) => {
    const started = performance.now()
    return { ...await run(), ms: performance.now() - started }
  }
  // what a busy machine needs to start a command is no part of the promise
  const { ms: startUpMs } = await time(() => cli(['lab', '--help']))
  const { code, stdout, ms } = await time(() => cli(['lab', fixture('database')], { env: { MONGODB_URL: 'mongodb://127.0.0.1:1/' } }))
  t.ok(ms - startUpMs < 5000)
  t.match({ code, stdout }, { code: 4, stdout: /CANNOT RUN +mongo is not available: [^]*^next {2}pnpm lab doctor/m })
})
