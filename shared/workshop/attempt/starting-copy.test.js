import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyProgramFiles, readSolutionExplanation } from './starting-copy.js'

t.test('a copy that fails half-way leaves no new folder, and keeps an old one', async (t) => {
  const my = t.testdir({ lab: { 'slow.cjs': '' } })
  const files = ['slow.cjs', 'missing.cjs'].map((name) => ({ from: join(my, 'lab', name), to: join(my, 'mine', name) }))
  t.throws(() => copyProgramFiles(join(my, 'lab'), files, join(my, 'mine')), { code: 'ENOENT' })
  t.notOk(existsSync(join(my, 'mine')))
  mkdirSync(join(my, 'mine'))
  t.throws(() => copyProgramFiles(join(my, 'lab'), files, join(my, 'mine')), { code: 'ENOENT' })
  t.ok(existsSync(join(my, 'mine')))
})

t.test('the solution is explained in plain text: no bold letters, pictures or addresses of links', async (t) => {
  const fix = 'Read\n**[the\npage](../page.md)** and [`one`](https://example.org/one).\n\n![chart](chart.svg)\n\n- No link: `list[0]`.'
  const folder = t.testdir({ 'README.md': `<details>\n<summary>The fix</summary>\n\n${fix}\n\n</details>\n` })
  t.same(readSolutionExplanation(/** @type {any} */ ({ folder })), ['Read the page and `one`.', '- No link: `list[0]`.'])
})
