import t from 'tap'
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
