import { existsSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { BoardJudge } from './board.js'

const lab = await loadLab(fileURLToPath(new URL('../../test/fixtures/holds', import.meta.url)))
const SLOW = readFileSync(lab.files.slow, 'utf8')

const result = (verdict, ratio, oracle = null) => ({ type: 'result', result: { verdict, failure: null, oracle, counters: [], claims: oracle ? [] : [{ id: 'mine', verdict, ratio, interval: [ratio / 1.1, ratio * 1.1] }, { id: 'fast', verdict: 'same', ratio: ratio / 3, interval: [null, null] }] } })

/** A board whose judge says what the test tells. */
function boardOf (t, files) {
  const root = t.testdir({ files, work: {} })
  /** @type {{ file: string, emit: (event: any) => void, end: () => void, stopped: boolean }[]} */
  const judged = []
  const board = new BoardJudge(lab, {
    folder: join(root, 'files'),
    work: join(root, 'work'),
    judge (file, emit, end) {
      const one = { file, emit, end, stopped: false }
      judged.push(one)
      return { stop: () => { one.stopped = true } }
    },
  })
  const seen = () => Object.fromEntries(board.state.entries.map((entry) => [entry.who, entry]))
  return { board, judged, seen, folder: join(root, 'files') }
}

t.test('files are judged one after the other, and only after judging is started', async (t) => {
  const { board, judged, seen } = boardOf(t, { 'anna.js': '// a\n', bo: { 'mine.cjs': '// b\n' }, 'notes.txt': '', '.hidden.js': '' })
  t.match(seen(), { anna: { phase: 'waits' }, bo: { phase: 'waits' } })
  t.equal(Object.keys(seen()).length + judged.length, 2)
  board.judge()
  t.equal(judged.length, 1)
  t.equal(readFileSync(judged[0].file, 'utf8'), '// a\n')
  judged[0].emit({ type: 'pair', claims: [{ id: 'mine', ratio: 2.1, interval: [null, null] }] })
  t.match(seen().anna, { phase: 'judging', ratio: 2.1 })
  judged[0].emit(result('holds', 2))
  judged[0].end()
  const place = { number: 1, of: 2, reached: 'bytes', next: 'fast', about: 'keep it', alsoReached: [] }
  judged[1].emit({ type: 'result', result: { ...result('holds', 4).result, step: place } })
  judged[1].end()
  t.match(board.state.entries, [{ who: 'anna', mark: 'passes', ratio: 2, interval: [2 / 1.1, 2 * 1.1] }, { who: 'bo', verdict: 'holds', ratio: 4, share: 4 / 3, step: 'step 1 of 2; next, if you like: keep it' }], 'sorted by name, although bo is faster')
  t.equal(board.isJudging, false)
})

t.test('a file that changes or arrives during judging waits for the next key', async (t) => {
  const { board, judged, seen, folder } = boardOf(t, { 'anna.js': '// a\n', 'dee.js': '// d\n' })
  board.judge()
  t.match(seen(), { anna: { phase: 'judging' }, dee: { phase: 'queued' } })
  const { version } = seen().anna
  writeFileSync(join(folder, 'anna.js'), '// better\n')
  board.look()
  t.equal(judged[0].stopped, true)
  judged[0].emit(result('broken', 0.5))
  t.match(seen().anna, { phase: 'waits', verdict: null }, 'what was stopped is not heard')
  t.not(seen().anna.version, version)
  t.equal(readFileSync(judged[1].file, 'utf8'), '// d\n', 'the queue goes on')
  t.equal(board.take('bo.js', '// b\n'), '')
  judged[1].emit(result('broken', 1, /** @type {any} */ ({ verdict: 'different', difference: 'for 1 slow answers 2, mine answers 3' })))
  judged[1].end()
  t.match(seen(), { anna: { phase: 'waits' }, bo: { phase: 'waits' }, dee: { phase: 'judged', verdict: 'broken', mark: 'wrong answer', ratio: null } })
  t.equal(judged.length, 2, 'nobody has pressed the key since they arrived')
  board.judge()
  t.equal(readFileSync(judged[2].file, 'utf8'), '// better\n')
  t.match(seen(), { anna: { phase: 'judging' }, bo: { phase: 'queued' }, dee: { phase: 'judged' } }, 'who failed is not judged again while others wait')
  rmSync(join(folder, 'anna.js'))
  board.look()
  t.equal(judged[2].stopped, true)
  t.same(Object.keys(seen()), ['bo', 'dee'])
  board.close()
  t.equal(judged[3].stopped, true)
  t.match(seen().bo, { phase: 'waits' }, 'who was stopped is judged the next time')
  judged[3].end()
  t.equal(board.isJudging, false)
  board.judge()
  judged[4].end()
  t.match(seen().bo, { phase: 'judged', verdict: 'cannot run', mark: 'not judged', says: /bo's file.* without a verdict/ })
  board.judge()
  t.match(seen(), { bo: { phase: 'queued' }, dee: { phase: 'judging' } }, 'if none waits, all that have not passed')
})

t.test('the board refuses files that are no attendee\'s', async (t) => {
  const { board, judged, seen, folder } = boardOf(t, { 'long.js': '/'.repeat(100_001), 'slow.js': SLOW })
  symlinkSync('/etc/passwd', join(folder, 'link.js'))
  board.look()
  board.judge()
  t.equal(judged.length, 0)
  t.match(seen(), { long: { phase: 'refused', says: /^long's file .* 100 kB/ }, slow: { phase: 'refused', says: /^slow's file .*nothing changed yet/ }, link: { phase: 'refused', says: /is a link/ } })
  for (const name of ['../x.js', '/tmp/x.js', '..js', '.x.js', 'a/b.js', 'a\\b.js', 'x\0.js', 'B\x1b[31mo.js', 'B\no.js', 'B\u202eo.js', `${'x'.repeat(50)}.js`, '<img src=x>.js', 'x.sh', 'con.js', 'lpt1.x.js', '']) t.not(board.take(name, '// x'), '', JSON.stringify(name))
  t.equal(board.take('x.js', '/'.repeat(100_001)), 'x.js is longer than 100 kB')
  t.equal(board.take('photo.png', ''), 'photo.png is not a JavaScript file')
  t.equal(board.take('zip.js', 'PK\x03\x04'), 'zip.js is not text')
  writeFileSync(join(folder, 'gzip.js'), Buffer.from([0x1f, 0x8b, 8, 0]))
  board.look()
  t.match(seen().gzip, { phase: 'refused', says: 'gzip\'s file is not text' })
  t.equal(Object.keys(seen()).length, 4)
})

t.test('the board drops a reason when the refused file is replaced', async (t) => {
  const { board, judged, seen, folder } = boardOf(t, {})
  const file = join(folder, 'anna.js')
  const long = '/'.repeat(100_001)
  const become = (make) => {
    rmSync(file, { recursive: true, force: true })
    make()
    board.look()
    return seen().anna
  }
  t.match(become(() => symlinkSync('/etc/passwd', file)), { phase: 'refused', says: /is a link/ })
  t.match(become(() => writeFileSync(file, '')), { phase: 'waits', says: '' }, 'an empty file is a file')
  t.match(become(() => writeFileSync(file, long)), { phase: 'refused', says: /100 kB/ })
  t.match(become(() => writeFileSync(file, '// a\n')), { phase: 'waits', says: '' })
  board.judge()
  t.equal(judged.length, 1)
})

t.test('a file without a person\'s name is refused with a reason, and overwrites nothing', async (t) => {
  const { board, judged, seen, folder } = boardOf(t, { 'mine (1).cjs': '// a\n', "o'neil.js": '// b\n', 'mine.cjs': '// c\n', '.hidden.js': '', 'bo (2)': { 'mine.cjs': '// d\n' }, notes: {} })
  board.judge()
  t.equal(judged.length, 0)
  const names = /is not a valid name/
  t.match(seen(), { 'mine (1).cjs': { phase: 'refused', says: names }, "o'neil.js": { phase: 'refused', says: names }, 'bo (2)': { phase: 'refused', says: names }, 'mine.cjs': { phase: 'refused', says: 'mine.cjs does not say whose file it is: rename it, for example to anna.cjs' } })
  t.equal(Object.keys(seen()).length, 4)
  t.equal(board.take('Mine.js', '// another\n'), 'Mine.js does not say whose file it is: rename it, for example to anna.js')
  t.equal(readFileSync(join(folder, 'mine.cjs'), 'utf8'), '// c\n', 'what is there stays')
})

t.test('the newer of one person\'s two files counts', async (t) => {
  const { board, judged, folder } = boardOf(t, { 'anna.js': '// older\n', anna: { 'mine.cjs': '// newer\n' } })
  const [before, now] = [new Date(Date.now() - 60_000), new Date()]
  utimesSync(join(folder, 'anna.js'), before, before)
  utimesSync(join(folder, 'anna', 'mine.cjs'), now, now)
  board.look()
  board.judge()
  t.equal(readFileSync(judged[0].file, 'utf8'), '// newer\n')
  judged[0].end()
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'anna.js'), later, later)
  board.look()
  board.judge()
  t.equal(readFileSync(judged[1].file, 'utf8'), '// older\n')
})

t.test('the copy for judging has only today\'s neighbours of slow', async (t) => {
  const { board, judged, folder } = boardOf(t, { 'anna.js': '// a\n' })
  board.judge()
  const left = join(judged[0].file, '..', 'left-by-an-older-lab.cjs')
  writeFileSync(left, '')
  judged[0].end()
  writeFileSync(join(folder, 'anna.js'), '// b\n')
  board.look()
  board.judge()
  t.equal(judged.length, 2)
  t.notOk(existsSync(left))
})
