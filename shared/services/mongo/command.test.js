import { once } from 'node:events'
import t from 'tap'
import { MongoClient } from 'mongodb'
import { cli } from '../../../test/cli.js'
import { startEmbeddedServer } from './embedded/server.js'

t.test('status', async (t) => {
  const server = await startEmbeddedServer()
  t.teardown(server.close)
  const status = (url, ...more) => cli(['mongo', 'status', ...more], { env: { MONGODB_URL: url } })
  const { code, stdout } = await status(server.url, '--json')
  t.match({ code, ...JSON.parse(stdout) }, { code: 0, choice: 'url', engine: 'embedded', version: String, url: server.url, passedOver: [] })
  t.match(await status(server.url), { code: 0, stdout: /^embedded .*, MONGODB_URL: mongodb:\/\/127/ })
  const bad = await status('mongodb://user:secret@127.0.0.1/?unheard=of', '--json')
  t.match(bad, { code: 4, stdout: '', stderr: /^mongo is not available: MONGODB_URL=mongodb:\/\/user:\*\*\*@127[^\n]*\n$/ })
  t.notMatch(bad.stderr, /secret/)
})

t.test('start runs the embedded server until it is stopped', async (t) => {
  const { code } = await cli(['mongo', 'start', '--port', '0'], {
    async onSpawn (child) {
      const [line] = await once(/** @type {any} */ (child.stdout), 'data')
      const url = String(line).trim()
      const client = new MongoClient(url)
      t.match(await client.db().command({ buildInfo: 1 }), { engine: 'embedded' })
      await client.close()
      const taken = await cli(['mongo', 'start', '--port', new URL(url).port])
      t.match(taken, { code: 4, stdout: '', stderr: /^the port \d+ is in use\. For a free port, type: .* mongo start --port 0/ })
      t.match(await cli(['mongo', 'start', '--port', '70000']), { code: 2, stdout: '' })
      child.kill('SIGINT')
    },
  })
  // Windows knows no signals, and ends it by force
  if (process.platform !== 'win32') t.equal(code, 130)
})
