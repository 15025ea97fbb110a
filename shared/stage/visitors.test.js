import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { TOKEN, connectClient, startStage } from './fixtures/staged.js'
import { listNetworkAddresses } from './server.js'

const [elsewhere] = listNetworkAddresses()

t.test('only a page with the token and from this site can change anything', async (t) => {
  const { act, ask, measurement, server } = await startStage(t)
  const host = `127.0.0.1:${server.port}`
  for (const headers of /** @type {any[]} */ ([{}, { 'x-stage-token': '' }, { 'x-stage-token': TOKEN.replace('f', 'e') }, { 'x-stage-token': `${TOKEN}f` }])) {
    for (const what of ['run', 'play', 'stop', 'profile', 'move', 'judge', 'drop']) t.equal((await act(what, undefined, headers)).status, 403, `${what} without the token`)
  }
  t.match(await ask('/', { headers: { host: 'evil.example' } }), { status: 421, text: /no other address is served/ }, 'a name that was led here')
  t.equal((await ask('/events', { headers: { host: `evil.example:${server.port}` } })).status, 421)
  for (const origin of ['http://evil.example', 'null']) t.equal((await act('run', undefined, { 'x-stage-token': TOKEN, origin })).status, 403, `another site, or a sandboxed page: ${origin}`)
  t.equal((await ask('/run', { method: 'OPTIONS', headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' } })).status, 403)
  t.equal(measurement.begun, 0)

  for (const path of ['/../package.json', '/%2e%2e/%2e%2e/package.json', '/stage/page/../../../package.json', '/stage/page/..%2f..%2fserver.js', '//etc/passwd', '/stage/server.js', '/stage/page/main.js%00', '/flame/../recording.json']) {
    t.equal((await ask(path)).status, 404, path)
  }
  t.equal((await ask('/profile.json')).status, 404)

  for (const body of [{ screen: 9, step: 0, blank: false }, { screen: 1, step: -1, blank: false }, { screen: 1 }, { screen: '<b>', step: 0, blank: false }]) t.equal((await act('move', body)).status, 400)
  t.equal((await act('move', { screen: 1, step: 0, blank: false, x: 'x'.repeat(2000) })).status, 413, 'too much')
  const { headers } = await ask('/', { headers: { host } })
  t.notMatch(headers['content-security-policy'], /unsafe/)
  t.equal(headers['access-control-allow-origin'], undefined)
})

t.test('other machines reach nothing', { skip: !elsewhere && 'this machine has no network' }, async (t) => {
  const { server } = await startStage(t)
  await t.rejects(connectClient(server.port, elsewhere).ask('/'), { code: 'ECONNREFUSED' })
})

t.test('with --host other machines can watch, and nothing else', { skip: !elsewhere && 'this machine has no network' }, async (t) => {
  const { server, act, measurement } = await startStage(t, {}, { isShared: true, withBoard: true })
  const other = connectClient(server.port, elsewhere)
  t.equal((await other.ask('/?audience')).status, 200)
  t.same(JSON.parse((await other.ask('/lab.json')).text).notes, { screens: {}, goesWrong: [], questions: [] })
  await other.heard(() => true)
  const origin = `http://${elsewhere}:${server.port}`
  for (const what of ['run', 'play', 'stop', 'profile', 'move', 'judge', 'drop']) {
    const { status, text } = await other.act(what, undefined, /** @type {any} */ ({ 'x-stage-token': TOKEN, origin, 'x-forwarded-for': '127.0.0.1' }))
    t.equal(status, 403, `${what}, with the token that somebody has read from the screen`)
    t.match(text, /only a page on the machine/)
  }
  t.equal(measurement.begun, 0)
  t.equal((await other.ask('/', { headers: { host: `evil.example:${server.port}` } })).status, 421, 'DNS rebinding')
  t.equal((await other.ask('/', { headers: { host: `${elsewhere}:80` } })).status, 421)
  t.match((await other.ask('/?audience', { headers: { host: `anna-laptop.local:${server.port}` } })).text, `open http://${elsewhere}:${server.port}/?audience`, 'who typed a name is told what to type')
  t.equal((await other.ask('/events', { headers: { origin: 'http://evil.example' } })).status, 403)

  const sockets = Array.from({ length: 250 }, () => connect(server.port, elsewhere))
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.slice(-50).map((socket) => once(socket.resume(), 'close')))
  t.ok(sockets.filter((socket) => !socket.closed).length <= 200, 'one address has so many connections')
  t.equal((await act('move', { screen: 1, step: 0, blank: false })).status, 204, 'the instructor is not kept out')
  for (const one of sockets) one.destroy()
})

t.test('a request that is sent byte by byte is cut off', async (t) => {
  const { server } = await startStage(t, {}, { requestMs: 500 })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: ')
  const drip = setInterval(() => socket.write('x'), 100)
  let said = ''
  socket.on('data', (text) => { said += text }).on('error', () => {})
  await once(socket, 'close')
  clearInterval(drip)
  t.match(said, /^HTTP\/1.1 408/)
})
