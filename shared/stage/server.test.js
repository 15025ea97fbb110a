import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { fileURLToPath } from 'node:url'
import { loadLab } from '../lab/find.js'
import { readDesk, writeDesk } from './desk.js'
import { readRecording, writeRecording } from './recording.js'
import { serve } from './server.js'
import { Stage } from './stage.js'
import { someProfile, someRun } from './test-run.js'
import { addresses } from './visitors.js'

const TOKEN = 'f'.repeat(32)
const FOLDER = fileURLToPath(new URL('../../test/fixtures/holds', import.meta.url))

/** A stage whose measurement is what the test tells. @param {any} t @param {object} [options] of the stage @param {{ isShared?: boolean, withBoard?: boolean }} [how] */
async function staged (t, options = {}, { withBoard = false, ...how } = {}) {
  const lab = await loadLab(FOLDER)
  const recordings = t.testdir()
  const measurement = { begun: 0, stopped: 0, emit: (/** @type {any} */ event) => {}, end: () => {} }
  const profiling = { begun: 0, wait: (/** @type {string} */ told) => {}, end: (/** @type {string | undefined} */ wrong) => {} }
  const told = /** @type {string[]} */ ([])
  const stage = new Stage(lab, {
    measure (onEvent, onEnd) {
      measurement.begun++
      Object.assign(measurement, { emit: onEvent, end: onEnd })
      return { stop: () => { measurement.stopped++ } }
    },
    profile (onWait) {
      profiling.begun++
      profiling.wait = onWait
      return { done: new Promise((resolve) => { profiling.end = resolve }), stop: () => { profiling.end('ended by a signal') } }
    },
    flamePage: join(recordings, 'flame.html'),
    flameData: join(recordings, 'flame.json'),
    recordings,
    tell: (text) => { told.push(text) },
    board: withBoard ? { folder: join(recordings, 'board'), work: join(recordings, 'work'), judge: () => ({ stop: () => { measurement.stopped++ } }) } : undefined,
  }, options)
  const server = await serve(stage, TOKEN, null, how)
  t.teardown(() => server.close())
  return { stage, measurement, profiling, told, recordings, server, ...client(server.port) }
}

/** @param {number} port @param {string} [host] by which it is reached */
function client (port, host = '127.0.0.1') {
  /** @param {string} path @param {{ method?: string, headers?: any, body?: string }} [how] @returns {Promise<{ status: number, text: string, headers: any }>} */
  const ask = (path, { body, ...how } = {}) => new Promise((resolve, reject) => {
    request({ host, port, path, agent: false, ...how }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => { text += chunk }).on('end', () => resolve({ status: Number(answer.statusCode), text, headers: answer.headers }))
    }).on('error', reject).end(body)
  })
  const act = (/** @type {string} */ what, /** @type {any} */ body = undefined, headers = { 'x-stage-token': TOKEN }) =>
    ask(`/${what}`, { method: 'POST', headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, body: body && JSON.stringify(body) })
  /** @param {(state: any) => boolean} isWanted @returns {Promise<any>} the first state of which that is so */
  const heard = (isWanted) => new Promise((resolve, reject) => {
    const asked = request({ host, port, path: '/events', agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
        const messages = text.split('\n\n')
        text = String(messages.pop())
        const states = messages.flatMap((message) => message.startsWith('data: ') || message.includes('\ndata: ') ? [JSON.parse(message.slice(message.indexOf('data: ') + 6))] : [])
        const found = states.find(isWanted)
        if (!found) return
        asked.destroy()
        resolve(found)
      })
    })
    asked.on('error', reject).end()
  })
  return { ask, act, heard }
}

t.test('a run, from the key to the verdict, and its recording', async (t) => {
  const { measurement, act, heard, recordings, told, stage } = await staged(t)
  t.equal((await act('run')).status, 204)
  t.match(await act('run'), { status: 409, text: /wait for the run, or X stops it/ }, 'one at a time')
  t.equal(measurement.begun, 1)
  const events = someRun().events
  for (const [, event] of events.slice(0, 3)) measurement.emit(event)
  const middle = await heard(({ run }) => run.pairs === 1)
  t.equal(middle.isGoing, true)
  t.equal(middle.run.lines.faster.pairs.length, 1)
  for (const [, event] of events.slice(3)) measurement.emit(event)
  measurement.end()
  const over = await heard(({ isGoing }) => !isGoing)
  t.match(over, { sentence: /^HOLDS in 0.7 s/, say: '', source: { kind: 'live' } })
  t.match(told, [/^HOLDS/], 'the terminal says it too')
  const recording = readRecording(String(stage.shown), 'holds')
  t.same(recording.events.map(([, event]) => event), events.map(([, event]) => event))
  t.ok(String(stage.shown).startsWith(recordings))
  t.notMatch(JSON.stringify(recording), TOKEN)
})

t.test('a verdict that nobody hoped for is shown as what it is, with what to say', async (t) => {
  const { measurement, act, heard, recordings } = await staged(t)
  writeRecording(join(recordings, 'holds-2026-01-01T00-00-00.json'), someRun())
  const { result } = /** @type {any} */ (someRun().events[4][1])
  for (const [verdict, sentence, say] of /** @type {[string, RegExp, RegExp][]} */ ([['broken', /^BROKEN/, /what was measured here and now/], ['undecided', /^UNDECIDED/, /is an answer/]])) {
    await act('run')
    measurement.emit({ type: 'result', result: { ...result, verdict, claims: result.claims.map((/** @type {any} */ claim) => ({ ...claim, verdict })) } })
    measurement.end()
    t.match(await heard(({ isGoing }) => !isGoing), { sentence, say, run: { phase: 'done' }, offer: null, recording: { recordedAt: someRun().recordedAt } }, 'and the recording is one that holds')
  }
})

t.test('a run that fails offers the recording, and P plays it, marked as one', async (t) => {
  const { measurement, act, heard, recordings, stage } = await staged(t, { speed: 10 })
  writeRecording(join(recordings, 'holds-2026-01-01T00-00-00.json'), someRun())
  t.match(await act('play'), { status: 409, text: /there is no recording yet/ }, 'there was none when it began')
  const { recording } = new Stage(stage.lab, stage.outside)
  stage.recording = recording
  await act('run')
  measurement.end()
  t.match(await heard(({ offer }) => offer), { offer: 'failed', run: { phase: 'failed' }, recording: { node: 'v20.20.2' } })
  t.equal((await act('play')).status, 204)
  t.match(await heard(({ run }) => run.phase === 'done'), { source: { kind: 'recording', recordedAt: '2026-11-21T10:00:00.000Z', speed: 10 }, offer: null, run: { pairs: 2 } })
})

t.test('what was stopped is not heard any more', async (t) => {
  const { measurement, act, heard } = await staged(t)
  await act('run')
  await act('stop')
  t.equal(measurement.stopped, 1)
  measurement.emit({ type: 'comparing' })
  measurement.end()
  t.match(await heard(() => true), { isGoing: false, run: { phase: 'failed', told: 'stopped' } })
})

t.test('with --replay nothing is measured', async (t) => {
  const { measurement, act, heard } = await staged(t, { replay: someRun(), speed: 20 })
  await act('run')
  t.match(await heard(({ run }) => run.phase === 'done'), { isReplay: true, source: { kind: 'recording' } })
  t.equal(measurement.begun, 0)
})

t.test('a replay has the profile that was recorded with it, and a live run records the one that was taken', async (t) => {
  const recorded = await staged(t, { replay: { ...someRun(), profile: someProfile() }, speed: 20 })
  t.match(await recorded.heard(() => true), { profile: { phase: 'there', takenAt: someRun().recordedAt, from: { node: 'v20.20.2' } } })
  const { text, headers } = await recorded.ask('/flame')
  t.match(text, /globalThis.profiled = .*"name":"sum"/)
  t.match(headers['content-security-policy'], /^sandbox allow-scripts/)
  t.match(await recorded.act('profile'), { status: 409, text: /with --replay nothing is profiled/ })

  const { stage, measurement, profiling, act, ask, heard } = await staged(t)
  writeFileSync(stage.outside.flamePage, '<p>of this machine')
  writeFileSync(stage.outside.flameData, JSON.stringify(someProfile()))
  await act('profile')
  profiling.end(undefined)
  const { profile } = await heard(({ profile }) => profile.phase === 'there')
  t.equal((await ask('/flame')).text, '<p>of this machine')
  await act('run')
  for (const [, event] of someRun().events) measurement.emit(event)
  measurement.end()
  const read = readRecording(String(stage.shown), 'holds')
  t.same(read.profile, someProfile())
  t.equal(read.profiledAt, profile.takenAt, 'which is not the time of the run')
})

t.test('a profile that has to wait says so, can be stopped, and one that fails leaves the older one', async (t) => {
  const { profiling, act, heard } = await staged(t)
  await act('profile')
  profiling.wait('waiting for another measurement on this machine: inspect')
  t.match(await heard(({ profile }) => profile.told), { profile: { phase: 'taking', told: /^waiting for another/ } })
  profiling.wait('')
  t.match(await heard(({ profile }) => !profile.told), { profile: { phase: 'taking' } }, 'until it need not wait any more')
  for (const what of ['run', 'profile']) t.match(await act(what), { status: 409, text: /wait for the profile, or X stops it/ }, what)
  await act('play')
  t.match(await heard(() => true), { profile: { phase: 'taking' } }, 'a recording may be played meanwhile')
  await act('stop')
  t.match(await heard(({ profile }) => profile.phase !== 'taking'), { profile: { phase: 'failed', told: 'it was stopped' } })
  await act('profile')
  profiling.end(undefined)
  const { profile } = await heard(({ profile }) => profile.phase === 'there')
  await act('profile')
  profiling.end('slow died')
  t.match(await heard(({ profile }) => profile.phase === 'there' && profile.told), { profile: { takenAt: profile.takenAt, told: 'A new one could not be taken: slow died' } })
  t.equal(profiling.begun, 3)
})

t.test('a page knows whose state it is sent, so that one which another demo has left open is not taken for this one', async (t) => {
  const [one, other] = [await staged(t), await staged(t, {}, { withBoard: true })]
  const idOf = async (/** @type {typeof one} */ { ask }) => JSON.parse((await ask('/lab.json')).text).id
  t.equal((await one.heard(() => true)).of, await idOf(one))
  t.not(await idOf(one), await idOf(other))
})

t.test('a measurement that cannot even be started is told, and the next one can', async (t) => {
  const { stage, measurement, act, heard } = await staged(t)
  const { measure } = stage.outside
  stage.outside.measure = () => { throw new Error('spawn EMFILE') }
  await act('run')
  t.match(await heard(({ isGoing }) => !isGoing), { run: { phase: 'failed', told: 'spawn EMFILE' } })
  stage.outside.measure = measure
  t.equal((await act('run')).status, 204)
  t.equal(measurement.begun, 1)
})

t.test('a claim that decides a verdict and has no place on the page is named', async (t) => {
  const { measurement, act, heard } = await staged(t)
  const { result } = /** @type {any} */ (someRun().events[4][1])
  await act('run')
  measurement.emit({ type: 'result', result: { ...result, verdict: 'broken', claims: [...result.claims, { ...result.claims[0], id: 'elsewhere', verdict: 'broken', says: 'others wait less' }] } })
  measurement.end()
  t.match(await heard(({ isGoing }) => !isGoing), { sentence: /^BROKEN[^]*\nbroken: others wait less$/ })
})

t.test('a page that comes later sees where the room is', async (t) => {
  const { act, heard } = await staged(t)
  await act('move', { screen: 3, step: 1, blank: true })
  t.match(await heard(() => true), { at: { screen: 3, step: 1, blank: true } })
})

t.test('who is no page of this stage', async (t) => {
  const { act, ask, measurement, server, recordings, stage } = await staged(t)
  const host = `127.0.0.1:${server.port}`
  for (const headers of /** @type {any[]} */ ([{}, { 'x-stage-token': '' }, { 'x-stage-token': TOKEN.replace('f', 'e') }, { 'x-stage-token': `${TOKEN}f` }])) {
    for (const what of ['run', 'play', 'stop', 'profile', 'move', 'judge', 'drop']) t.equal((await act(what, undefined, headers)).status, 403, `${what} without the token`)
  }
  t.match(await ask('/', { headers: { host: 'evil.example' } }), { status: 421, text: /and nothing else/ }, 'a name that was led here')
  t.equal((await ask('/events', { headers: { host: `evil.example:${server.port}` } })).status, 421)
  t.equal((await ask('/run', { method: 'POST', headers: { 'x-stage-token': TOKEN, origin: 'http://evil.example' } })).status, 403, 'another site')
  t.equal((await ask('/run', { method: 'POST', headers: { 'x-stage-token': TOKEN, origin: 'null' } })).status, 403, 'a sandboxed page')
  t.equal((await ask('/run', { method: 'OPTIONS', headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' } })).status, 403)
  t.equal(measurement.begun, 0)

  for (const path of ['/../package.json', '/%2e%2e/%2e%2e/package.json', '/stage/page/../../../package.json', '/stage/page/..%2f..%2fserver.js', '//etc/passwd', '/stage/server.js', '/stage/page/main.js%00', '/flame/../recording.json']) {
    t.equal((await ask(path)).status, 404, path)
  }
  t.equal((await ask('/flame')).status, 404)
  mkdirSync(recordings, { recursive: true })
  writeFileSync(stage.outside.flamePage, '<p>a profile')
  const flame = await ask('/flame')
  t.match(flame.headers['content-security-policy'], /^sandbox allow-scripts; default-src 'none'/, 'a page of another making reaches nothing')

  for (const body of [{ screen: 9, step: 0, blank: false }, { screen: 1, step: -1, blank: false }, { screen: 1 }, { screen: '<b>', step: 0, blank: false }]) t.equal((await act('move', body)).status, 400)
  t.equal((await act('move', { screen: 1, step: 0, blank: false, x: 'x'.repeat(2000) })).status, 413, 'too much')
  const { headers } = await ask('/', { headers: { host } })
  t.notMatch(headers['content-security-policy'], /unsafe/)
  t.equal(headers['access-control-allow-origin'], undefined)
})

t.test('files for the board come from a page with the token, in the size of a file, and nothing else is busy meanwhile', async (t) => {
  const { act, heard, measurement, stage } = await staged(t, {}, { withBoard: true })
  t.equal((await act('drop', { name: 'anna.js', text: '// a' })).status, 204)
  t.match(await heard(() => true), { board: { isOpen: false, entries: [{ who: 'anna', phase: 'waits' }] } })
  for (const [body, status] of /** @type {[any, number][]} */ ([[{ name: '../anna.js', text: '' }, 400], [{ name: 'anna.js' }, 400], [{ name: 'anna.js', text: '/'.repeat(150_000) }, 400], [{ name: 'anna.js', text: '/'.repeat(650_000) }, 413]])) t.equal((await act('drop', body)).status, status)
  t.match(await act('drop', { name: 'anna.js', text: '\0'.repeat(100_001) }), { status: 400, text: /anna.js is longer than 100 kB/ }, 'it is named, however much its JSON is')
  t.equal((await act('move', { screen: 5, step: 0, blank: false })).status, 204)
  t.equal((await act('judge')).status, 204)
  t.equal(stage.board?.isJudging, true)
  for (const what of ['run', 'profile']) t.match(await act(what), { status: 409, text: /wait for the files, or X stops them/ }, what)
  t.equal((await act('stop')).status, 204)
  t.equal(measurement.stopped, 1)
  t.match(await heard(() => true), { board: { isOpen: false, entries: [{ phase: 'waits' }] } })
  await act('run')
  t.match(await act('judge'), { status: 409, text: /wait for the run, or X stops it/ })
  await act('stop')

  const without = await staged(t)
  t.equal((await without.act('drop', { name: 'anna.js', text: '// a' })).status, 400)
  t.match(await without.act('judge'), { status: 409, text: /start pnpm demo with --board/ })
  t.equal((await without.act('move', { screen: 5, step: 0, blank: false })).status, 400)
})

const [elsewhere] = addresses()

t.test('other machines reach nothing', { skip: !elsewhere && 'this machine has no network' }, async (t) => {
  const { server } = await staged(t)
  await t.rejects(client(server.port, elsewhere).ask('/'), { code: 'ECONNREFUSED' })
})

t.test('with --host other machines watch, and nothing else', { skip: !elsewhere && 'this machine has no network' }, async (t) => {
  const { server, act, measurement } = await staged(t, {}, { isShared: true, withBoard: true })
  const other = client(server.port, elsewhere)
  t.equal((await other.ask('/?audience')).status, 200)
  t.same(JSON.parse((await other.ask('/lab.json')).text).notes, {})
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
  t.match((await other.ask('/?audience', { headers: { host: `anna-laptop.local:${server.port}` } })).text, `type http://${elsewhere}:${server.port}/?audience`, 'who typed a name is told what to type')
  t.equal((await other.ask('/events', { headers: { origin: 'http://evil.example' } })).status, 403)

  /** @type {import('node:http').ClientRequest[]} */
  const open = []
  const page = async () => {
    const asked = request({ host: elsewhere, port: server.port, path: '/events', agent: false }).end()
    open.push(asked)
    const [answer] = await once(asked, 'response')
    const [text] = await once(answer, 'data')
    return String(text)
  }
  for (let count = 0; count < 8; count++) t.match(await page(), /^retry: 500\n\ndata/)
  t.match(await page(), /event: full/, 'one machine has so many pages')
  const sockets = Array.from({ length: 40 }, () => connect(server.port, elsewhere))
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.slice(-20).map((socket) => once(socket.resume(), 'close')))
  t.ok(sockets.filter((socket) => !socket.closed).length <= 16, 'and so many connections')
  t.equal((await act('move', { screen: 1, step: 0, blank: false })).status, 204, 'the instructor is not kept out')
  for (const one of [...open, ...sockets]) one.destroy()
})

t.test('who sends a request byte by byte is not waited for', async (t) => {
  const { server } = await staged(t)
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: ')
  const drip = setInterval(() => socket.write('x'), 500)
  let said = ''
  socket.on('data', (text) => { said += text }).on('error', () => {})
  await once(socket, 'close')
  clearInterval(drip)
  t.match(said, /^HTTP\/1.1 408/)
})

t.test('so many pages and no more', async (t) => {
  const { ask, server } = await staged(t)
  const open = await Promise.all(Array.from({ length: 64 }, async () => {
    const asked = request({ host: '127.0.0.1', port: server.port, path: '/events', agent: false }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    return asked
  }))
  t.match((await ask('/events')).text, /event: full/)
  for (const one of open) one.destroy()
})

t.test('a port in use: the next free one', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const { port: used } = /** @type {import('node:net').AddressInfo} */ (other.address())
  const { stage } = await staged(t)
  const server = await serve(stage, TOKEN, used)
  t.teardown(() => server.close())
  t.not(server.port, used)
  t.equal(server.taken, true)
})

t.test('what a server leaves to the next one', (t) => {
  const folder = t.testdir()
  const fresh = readDesk(folder, 'holds')
  t.match(fresh, { token: /^[0-9a-f]{32}$/, pid: null, at: null, running: false })
  const left = { ...fresh, port: 7410, pid: 12_345, at: { screen: 2, step: 0, blank: false }, running: true }
  writeDesk(folder, 'holds', left)
  t.same(readDesk(folder, 'holds'), left)
  const before = openSync(join(folder, 'holds.json'), 'r')
  writeDesk(folder, 'holds', { ...left, running: false })
  t.same(JSON.parse(readFileSync(before, 'utf8')), left, 'a server that dies as it writes leaves what was there')
  closeSync(before)
  if (process.platform !== 'win32') t.equal(statSync(join(folder, 'holds.json')).mode & 0o777, 0o600, 'the token is nobody else\'s')
  writeFileSync(join(folder, 'holds.json'), '{"token":"short"}')
  t.match(readDesk(folder, 'holds').token, /^[0-9a-f]{32}$/, 'one that is broken is no token')
  t.end()
})

t.test('a run that took long and came to a verdict, or was stopped, offers the recording no longer', async (t) => {
  const { stage, measurement, act, heard } = await staged(t)
  stage.recording = someRun()
  for (const end of [async () => { for (const [, event] of someRun().events) measurement.emit(event); measurement.end() }, () => act('stop')]) {
    await act('run')
    stage.offer = 'slow'
    await end()
    t.equal((await heard(({ isGoing }) => !isGoing)).offer, null)
  }
})
