import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findPerfFiles } from './perf-files.js'

const PERF = "import 'hotpath'"

const FILES = {
  'b.perf.js': PERF,
  'a b.perf.mjs': PERF,
  'c.perf.cjs': PERF,
  'd.perf.ts': PERF,
  'e.perf.d.ts': PERF,
  'perf.js': '',
  'f.perf.json': '',
  plain: '',
  'other.perf.js': "import 'another-tool'",
  bench: { 'g.perf.js': PERF, empty: {} },
  node_modules: { 'h.perf.js': PERF },
}

t.test('perf files are found by their names, outside of packages and of git', async (t) => {
  const folder = t.testdir(FILES)
  mkdirSync(join(folder, 'bench', '.git'))
  t.same(findPerfFiles(folder), ['a b.perf.mjs', 'b.perf.js', 'bench/g.perf.js', 'c.perf.cjs', 'd.perf.ts'].map((path) => join(folder, path)))
})

t.test('perf files of other tools are not run; a file may import hotpath by another file', async (t) => {
  const folder = t.testdir({ theirs: { 'a.perf.js': "import { Bench } from 'tinybench'" }, ours: { 'a.perf.js': "import './all.js'", 'all.js': PERF } })
  t.throws(() => findPerfFiles(join(folder, 'theirs')), { code: 'NO_PERF_FILE', message: /: a\.perf\.js does not import hotpath/ })
  t.equal(findPerfFiles(join(folder, 'ours')).length, 1)
  t.equal(findPerfFiles(folder, ['theirs/a.perf.js']).length, 1, 'a named file is run')
})

t.test('named files may have any name, and folders are searched', async (t) => {
  const folder = t.testdir(FILES)
  t.same(findPerfFiles(folder, ['perf.js', 'bench', join(folder, 'bench', 'g.perf.js')]), ['bench/g.perf.js', 'perf.js'].map((path) => join(folder, path)))
})

t.test('where there is none, the message says what to type', async (t) => {
  const folder = t.testdir(FILES)
  /** @type {[string[], string, RegExp][]} */
  const cases = [
    [['bench/empty'], 'NO_PERF_FILE', /bench\/empty.*hotpath/],
    [['bench/h.perf.js'], 'NO_FILE', /bench.g.perf.js/],
    [['elsewhere/h.perf.js'], 'NO_FILE', / elsewhere /],
    [['plain/h.perf.js'], 'NO_FILE', / plain /],
  ]
  for (const [files, code, message] of cases) t.throws(() => findPerfFiles(folder, files), { code, message })
  t.throws(() => findPerfFiles(join(folder, 'bench', 'empty'), [], 'bench/empty'), { code: 'NO_PERF_FILE', message: /bench\/empty/ })
})

t.test('an ES module that Node would take for CommonJS is refused before anything is installed', async (t) => {
  const folder = t.testdir({ 'package.json': '{ "type": "commonjs" }', 'a.perf.js': "import { fn } from 'hotpath'\n", 'b.perf.js': "const { fn } = require('hotpath')\n", 'c.perf.mjs': "import { fn } from 'hotpath'\n" })
  t.throws(() => findPerfFiles(folder, ['a.perf.js']), { code: 'BAD_PERF_FILE', message: /a\.perf\.mjs$/ })
  t.equal(findPerfFiles(folder, ['b.perf.js', 'c.perf.mjs']).length, 2)
})
