import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyProgramFiles } from './scaffold.js'

t.test('a copy that fails half-way leaves no new folder, and keeps an old one', async (t) => {
  const my = t.testdir({ lab: { 'slow.cjs': '' } })
  const files = ['slow.cjs', 'missing.cjs'].map((name) => ({ from: join(my, 'lab', name), to: join(my, 'mine', name) }))
  t.throws(() => copyProgramFiles(join(my, 'lab'), files, join(my, 'mine')), { code: 'ENOENT' })
  t.notOk(existsSync(join(my, 'mine')))
  mkdirSync(join(my, 'mine'))
  t.throws(() => copyProgramFiles(join(my, 'lab'), files, join(my, 'mine')), { code: 'ENOENT' })
  t.ok(existsSync(join(my, 'mine')))
})
