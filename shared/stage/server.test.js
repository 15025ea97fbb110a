import { once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { TOKEN, startStage } from './fixtures/staged.js'
import { serveStagePages } from './server.js'

/** @import { AddressInfo } from 'node:net' */

t.test('files for the board need the token and a source\'s size, and nothing else runs during judging', async (t) => {
  const { act, heard, measurement, stage } = await startStage(t, {}, { withBoard: true })
  t.equal((await act('drop', { name: 'anna.js', text: '// a' })).status, 204)
  t.match(await heard(() => true), { board: { entries: [{ who: 'anna', phase: 'waits' }] } })
  for (const [body, status] of /** @type {[any, number][]} */ ([[{ name: '../anna.js', text: '' }, 409], [{ name: 'anna.js' }, 400], [{ name: 'anna.js', text: '/'.repeat(150_000) }, 409], [{ name: 'anna.js', text: '/'.repeat(650_000) }, 413]])) t.equal((await act('drop', body)).status, status)
  t.match(await act('drop', { name: 'anna.js', text: '\0'.repeat(100_001) }), { status: 409, text: /anna.js .* 100 kB/ }, 'it is named, however much its JSON is')
  t.equal((await act('move', { screen: 5, step: 0, blank: false })).status, 204)
  t.equal((await act('judge')).status, 204)
  t.equal(stage.board?.isJudging, true)
  for (const what of ['run', 'profile']) t.match(await act(what), { status: 409, text: /wait until the files are judged, or press X to stop/ }, what)
  t.equal((await act('stop')).status, 204)
  t.equal(measurement.stopped, 1)
  t.match(await heard(() => true), { board: { entries: [{ phase: 'waits' }] } })
  await act('run')
  t.match(await act('judge'), { status: 409, text: /wait until the run ends, or press X to stop it/ })
  await act('stop')

  const without = await startStage(t)
  t.equal((await without.act('drop', { name: 'anna.js', text: '// a' })).status, 409)
  t.match(await without.act('judge'), { status: 409, text: /start pnpm demo .* --board/ })
  t.equal((await without.act('move', { screen: 5, step: 0, blank: false })).status, 400)
})

t.test('if a port is in use, the next free one is taken', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const { port: used } = /** @type {AddressInfo} */ (other.address())
  const { stage } = await startStage(t)
  const server = await serveStagePages(stage, TOKEN, used)
  t.teardown(() => server.close())
  t.not(server.port, used)
  t.equal(server.taken, true)
})
