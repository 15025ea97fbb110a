import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { TOKEN, connectClient, startStage } from './fixtures/staged.js'
import { listNetworkAddresses } from './server.js'

const [elsewhere] = listNetworkAddresses()
const MINUTE_MS = 60_000

/** A stage whose room hands files in. */
async function startRoom (t, how = {}) {
  const { handIn, act, ...stage } = await startStage(t, {}, { takesFiles: true, ...how })
  const code = String(handIn?.code)
  /** @param {object} [sent] @param {any} [headers] @returns {Promise<any>} its status and the answer */
  const give = async (sent = {}, headers = {}) => {
    const { status, text } = await act('hand-in', { code, name: 'Anna', file: 'mine.cjs', text: '// a\n', ...sent }, headers)
    return { status, ...JSON.parse(text) }
  }
  const listFiles = () => readdirSync(join(stage.recordings, 'board'))
  const goesOn = async () => t.equal((await act('move', { screen: 5, step: 0, blank: false })).status, 204, 'the stage goes on')
  return { ...stage, handIn, act, code, give, listFiles, goesOn }
}

t.test('a file with the code is on the board, and does not run', async (t) => {
  const { give, heard, recordings, measurement, stage, code, act } = await startRoom(t)
  const { status, who } = await give({ code: ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)}`, name: ' Anna ' })
  t.match({ status, who }, { status: 200, who: 'Anna' })
  t.match(await heard(() => true), { handIn: { code, addresses: [/\/hand-in$/] }, board: { entries: [{ who: 'Anna', phase: 'waits' }] } })
  t.equal(readFileSync(join(recordings, 'board', 'Anna.cjs'), 'utf8'), '// a\n')
  t.equal(stage.board?.isJudging, false)
  t.equal(measurement.begun, 0)
  await act('judge')
  t.equal(stage.board?.isJudging, true)
  await give({ name: 'Bo' })
  t.match(await heard(() => true), { board: { entries: [{ phase: 'judging' }, { who: 'Bo', phase: 'waits' }] } }, 'the key was pressed before it came')
})

t.test('only its owner replaces a file', async (t) => {
  const { give, listFiles, recordings } = await startRoom(t)
  const { receipt } = await give()
  for (const other of [{}, { receipt: 'f'.repeat(64) }, { name: 'aNNa' }, { name: 'Anna', receipt: (await give({ name: 'Bo' })).receipt }]) {
    t.match(await give({ text: '// mine now\n', ...other }), { status: 409, error: /^Anna has handed in already: choose another name/ })
  }
  t.equal(readFileSync(join(recordings, 'board', 'Anna.cjs'), 'utf8'), '// a\n')
  t.match(await give({ name: 'anna', text: '// better\n', receipt }), { status: 200, who: 'Anna' })
  t.equal(readFileSync(join(recordings, 'board', 'Anna.cjs'), 'utf8'), '// better\n')
  t.same(listFiles(), ['Anna.cjs', 'Bo.cjs'])
})

t.test('what is no program or no name is refused in a line', async (t) => {
  const { give, act, ask, listFiles, goesOn } = await startRoom(t)
  await give()
  t.match(await give({ name: 'अनिता' }), { status: 200, who: 'अनिता' }, 'a name of any script is one')
  for (const [sent, status, error] of /** @type {[any, number, RegExp][]} */ ([
    [{ text: '/'.repeat(100_001) }, 409, /longer than 100 kB/],
    [{ text: '/'.repeat(700_000) }, 413, /longer than 100 kB/],
    [{ text: ' \n' }, 409, /empty/],
    [{ name: '../Bo' }, 409, /not a valid name/],
    [{ name: 'Bo.' }, 409, /not a person's name/],
    [{ name: 'mine' }, 409, /not a person's name/],
    [{ name: {} }, 400, /no file from the page/],
    [{ text: null, code: ['x', 'y'] }, 400, /no file from the page/],
  ])) {
    const answer = await give({ name: 'Bo', ...sent })
    t.match(answer, { status, error }, JSON.stringify(sent).slice(0, 60))
    t.notMatch(answer.error, /\n/)
  }
  for (const [type, body, status] of [['application/zip', 'PK', 415], ['text/plain', '{}', 400], ['application/json', '{"code":', 400]]) {
    t.equal((await ask('/hand-in', { method: 'POST', headers: { 'content-type': type }, body: String(body) })).status, status, String(type))
  }
  t.same(listFiles(), ['Anna.cjs', 'अनिता.cjs'])
  t.equal((await act('hand-in', undefined, {})).status, 400)
  await goesOn()
})

t.test('50 MB are cut off, with their length or without', async (t) => {
  const { server, listFiles, give } = await startRoom(t)
  await give()
  const part = Buffer.alloc(1e6, '/')
  for (const length of [{ 'content-length': 50e6 }, {}]) {
    const sent = await new Promise((resolve) => {
      let parts = 0
      const asked = request({ port: server.port, path: '/hand-in', method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...length } }, (answer) => {
        answer.resume().on('end', () => resolve({ end: answer.statusCode, parts }))
      })
      asked.on('error', () => resolve({ end: 'connection closed', parts }))
      const next = () => { if (!asked.destroyed && parts < 50) asked.write(part, () => { parts++; next() }) }
      next()
    })
    t.match(String(sent.end), /^(413|connection closed)$/)
    t.ok(sent.parts < 50, `after ${sent.parts} MB`)
  }
  t.same(listFiles(), ['Anna.cjs'])
})

t.test('a page of another origin hands nothing in', async (t) => {
  const { give, server, stage } = await startRoom(t)
  const host = `127.0.0.1:${server.port}`
  for (const headers of [{ origin: 'http://evil.example' }, { origin: 'null' }, { origin: `http://evil.example:${server.port}`, host }]) t.equal((await give({}, headers)).status, 403)
  t.same(stage.board?.state.entries, [])
  t.equal((await give({}, { origin: `http://${host}` })).status, 200)
})

t.test('a code that is tried 1,000 times is refused, from its address and for a minute', async (t) => {
  const { handIn, give, code, clock, stage, goesOn } = await startRoom(t)
  const take = (tried, address = '127.0.0.1') => handIn?.take({ code: tried, name: 'Bo', file: 'mine.cjs', text: '// b\n' }, address).status
  t.equal((await give({ code: 'XXXXXX' })).status, 403)
  const statuses = Array.from({ length: 999 }, (_, tries) => take(`X${String(tries).padStart(5, '0')}`))
  t.same(statuses.map((status) => status === 403), statuses.map((_, tries) => tries < 29))
  t.match(await give(), { status: 429, error: /wait a minute/ }, 'the right code too, or a thousand tries would find it')
  t.same(stage.board?.state.entries, [])
  t.equal(take(code, '10.0.0.7'), 200, 'another address')
  clock.now += MINUTE_MS
  t.equal((await give()).status, 200)
  await goesOn()
})

t.test('of 100 files at once a minute\'s share is taken, and a board takes 60 names', async (t) => {
  const { give, clock, listFiles } = await startRoom(t)
  const flood = async () => (await Promise.all(Array.from({ length: 100 }, (_, index) => give({ name: `Bo ${index}`, text: '/'.repeat(100_000) })))).map(({ status }) => status)
  const statuses = (await flood()).sort()
  t.same(statuses, [...Array(60).fill(200), ...Array(40).fill(429)])
  clock.now += MINUTE_MS
  t.match(await give({ name: 'Cy' }), { status: 409, error: 'the board is full: it has 60 files' })
  t.equal(listFiles().length, 60)
})

t.test('the code is the same all day, and another one tomorrow', async (t) => {
  const { HandIn } = await import('./hand-in.js')
  const { stage, code, clock } = await startRoom(t)
  const codeAt = (now, secret = TOKEN) => stage.board && new HandIn(stage.board, secret, { now: () => now }).code
  t.match(code, /^[A-Z\d]{6}$/)
  t.equal(codeAt(clock.now), code)
  t.not(codeAt(clock.now + 1440 * MINUTE_MS), code)
  t.not(codeAt(clock.now, 'e'.repeat(32)), code)
})

t.test('without --hand-in there is no such page', async (t) => {
  const { ask, act, heard } = await startStage(t, {}, { withBoard: true })
  t.equal((await ask('/hand-in')).status, 404)
  t.equal((await act('hand-in', { code: '', name: 'Anna', file: 'mine.cjs', text: '//' })).status, 404)
  t.equal((await heard(() => true)).handIn, null)
})

t.test('another machine can hand in, but sees neither the code nor the files', { skip: !elsewhere && 'this machine has no network' }, async (t) => {
  const { server, code, ask } = await startRoom(t, { isShared: true })
  const other = connectClient(server.port, elsewhere)
  t.equal((await other.ask('/hand-in')).status, 200)
  t.match(await other.heard(() => true), { handIn: { code: null, addresses: [`http://${elsewhere}:${server.port}/hand-in`] } })
  t.equal((await other.act('hand-in', { code, name: 'Anna', file: 'mine.cjs', text: '// secret\n' }, {})).status, 200)
  t.equal((await other.ask('/code?who=Anna', { headers: { 'x-stage-token': TOKEN } })).status, 403)
  t.equal((await ask('/code?who=Anna')).status, 403)
  t.match(await ask('/code?who=Anna', { headers: { 'x-stage-token': TOKEN } }), { status: 200, text: /hljs-comment.*secret/ })
  t.equal((await ask('/code?who=Bo', { headers: { 'x-stage-token': TOKEN } })).status, 404)
})
