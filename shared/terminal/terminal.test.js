import { delimiter, join } from 'node:path'
import t from 'tap'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { findTerminalOptions, formatExamples, makeCommand, setExitCodeUnlessWorse } from './terminal.js'

t.test('colour only on a terminal, and never with NO_COLOR', async (t) => {
  t.ok(findTerminalOptions({ isTTY: true }, {}).color)
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) t.notOk(findTerminalOptions({ isTTY: true }, env).color, JSON.stringify(env))
  t.notOk(findTerminalOptions({}, { FORCE_COLOR: '1' }).color)
})

t.test('a report is as wide as its terminal, up to 120 columns, and has 80 elsewhere', async (t) => {
  const streams = [{ isTTY: true, columns: 66 }, { isTTY: true, columns: 200 }, { isTTY: true, columns: 0 }, { columns: 200 }]
  t.same(streams.map((stream) => findTerminalOptions(stream, {}).width), [66, 120, 80, 80])
})

t.test('what to type begins with pnpm where it stays on the PATH, and with node elsewhere', async (t) => {
  const folder = t.testdir({ _npx: { a: { pnpm: '', 'pnpm.cmd': '' } }, bin: { pnpm: '', 'pnpm.cmd': '' } })
  const [installed, fetched] = [join(folder, 'bin'), join(folder, '_npx', 'a')]
  const { PATH } = process.env
  t.teardown(() => { process.env.PATH = PATH })
  process.env.PATH = fetched
  t.equal(makeCommand('lab next'), 'node . lab next', 'the next command does not find what npx fetched')
  t.equal(makeCommand('verify --json > a.json'), 'node . verify --json > a.json')
  process.env.PATH = [fetched, installed].join(delimiter)
  t.equal(makeCommand('lab next'), 'pnpm lab next')
  t.equal(makeCommand('verify --json > a.json'), 'pnpm --silent verify --json > a.json', 'nothing else gets into the file')
  t.equal(makeCommand(), 'pnpm')
})

t.test('examples stand below one another', async (t) => {
  t.match(formatExamples([['lab', 'the labs'], ['lab next', 'the next one'], ['demo']]), /^ {2}(.+) lab {7}the labs\n {2}\1 lab next {2}the next one\n {2}\1 demo$/)
})

t.test('a later, milder outcome does not take the place of a worse one', async (t) => {
  const before = process.exitCode
  t.teardown(() => { process.exitCode = before })
  /** @type {[(keyof typeof EXIT_CODES)[], number][]} */
  const cases = [[['broken', 'undecided'], 1], [['undecided', 'broken'], 1], [['undecided', 'cannot run'], 4], [['cannot run', 'undecided'], 4], [['holds', 'undecided'], 3]]
  for (const [outcomes, code] of cases) {
    process.exitCode = 0
    for (const outcome of outcomes) setExitCodeUnlessWorse(EXIT_CODES[outcome])
    t.equal(process.exitCode, code, outcomes.join(', '))
  }
})
