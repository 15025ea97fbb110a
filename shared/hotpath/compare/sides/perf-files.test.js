import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CompareUsageError } from '../failure.js'
import { findPerfFiles } from './perf-files.js'

const FILES = {
  'b.perf.js': '',
  'a b.perf.mjs': '',
  'c.perf.cjs': '',
  'd.perf.ts': '',
  'e.perf.d.ts': '',
  'perf.js': '',
  'f.perf.json': '',
  plain: '',
  bench: { 'g.perf.js': '', empty: {} },
  node_modules: { 'h.perf.js': '' },
}

t.test('perf files are found by their names, outside of packages and of git', async (t) => {
  const folder = t.testdir(FILES)
  mkdirSync(join(folder, 'bench', '.git'))
  t.same(findPerfFiles(folder), ['a b.perf.mjs', 'b.perf.js', 'bench/g.perf.js', 'c.perf.cjs', 'd.perf.ts'].map((path) => join(folder, path)))
})

t.test('named files may have any name, and folders are searched', async (t) => {
  const folder = t.testdir(FILES)
  t.same(findPerfFiles(folder, ['perf.js', 'bench', join(folder, 'bench', 'g.perf.js')]), ['bench/g.perf.js', 'perf.js'].map((path) => join(folder, path)))
})

t.test('where there is none, the message says what to type', async (t) => {
  const folder = t.testdir(FILES)
  const refuses = (/** @type {string[]} */ files, /** @type {RegExp} */ message) => {
    t.throws(() => findPerfFiles(folder, files), CompareUsageError)
    t.throws(() => findPerfFiles(folder, files), { message })
  }
  t.throws(() => findPerfFiles(join(folder, 'bench', 'empty'), [], 'bench/empty'), { message: /^There is no perf file in bench\/empty\. / })
  refuses(['bench/empty'], /^There is no perf file in bench\/empty\. Expected a file with a name such as sum.perf.js\. To write one, type: hotpath init$/)
  refuses(['bench/h.perf.js'], /^There is no file bench\/h.perf.js\. Did you mean bench.g.perf.js\?$/)
  refuses(['elsewhere/h.perf.js'], /There is no folder elsewhere either/)
  refuses(['plain/h.perf.js'], /There is no folder plain either/)
})
