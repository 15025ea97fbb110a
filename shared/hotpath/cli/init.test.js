import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writePerfFile } from './init.js'

t.test('init makes the folder of its file', async (t) => {
  const file = join(t.testdir(), 'bench', 'first.perf.js')
  writePerfFile('fn', file)
  t.match(readFileSync(file, 'utf8'), /^import { fn }/m)
})

t.test('a file that cannot be written is one line', async (t) => {
  const file = join(t.testdir({ bench: '' }), 'bench', 'first.perf.js')
  t.throws(() => writePerfFile('fn', file), { code: 'UNWRITABLE', exitCode: 4 })
})
