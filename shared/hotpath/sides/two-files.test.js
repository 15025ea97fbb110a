import { join } from 'node:path'
import t from 'tap'
import { prepareFileComparison } from './sides.js'

t.test('two files are compared where they are, and have their names', async (t) => {
  const cwd = t.testdir({ 'before.js': '', 'after.js': '', old: { 'a.js': '' }, new: { 'a.js': '' } })
  const { base, head, notes, remove } = await prepareFileComparison({ cwd, base: 'before.js', head: 'after.js' })
  t.same([base, head], [
    { label: 'before.js', folder: cwd, perfFiles: [join(cwd, 'before.js')] },
    { label: 'after.js', folder: cwd, perfFiles: [join(cwd, 'after.js')] },
  ])
  t.same(notes, [])
  await remove()
  const same = await prepareFileComparison({ cwd, base: 'old/a.js', head: 'new/a.js' })
  t.same([same.base.label, same.head.label], ['old/a.js', 'new/a.js'], 'files of one name keep their folders')
  t.same((await prepareFileComparison({ cwd, base: 'after.js', head: './after.js' })).notes, ['Both sides are the same file: every difference is noise.'])
})

t.test('a file that is missing or a folder is refused', async (t) => {
  const cwd = t.testdir({ 'before.js': '', old: {} })
  await t.rejects(prepareFileComparison({ cwd, base: 'before.js', head: 'befor.js' }), { code: 'NO_FILE', message: /before\.js/ })
  await t.rejects(prepareFileComparison({ cwd, base: 'old', head: 'before.js' }), { code: 'NO_FILE' })
})
