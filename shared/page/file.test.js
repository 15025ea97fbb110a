import { lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeNamed, writeWhole } from './file.js'

t.test('a file that cannot be replaced leaves nothing beside it', async (t) => {
  const folder = t.testdir({})
  mkdirSync(join(folder, 'taken', 'by'), { recursive: true })
  t.throws(() => writeWhole(join(folder, 'taken'), 'text'), /rename/)
  t.same(readdirSync(folder), ['taken'])
})

t.test('what a link leads to is written, and the link stays', { skip: process.platform === 'win32' }, async (t) => {
  const folder = t.testdir({ there: 'old' })
  symlinkSync(join(folder, 'there'), join(folder, 'link'))
  writeNamed(join(folder, 'link'), 'new')
  t.equal(readFileSync(join(folder, 'there'), 'utf8'), 'new')
  t.ok(lstatSync(join(folder, 'link')).isSymbolicLink())
  writeNamed(join(folder, 'another'), 'whole')
  t.same(readdirSync(folder).sort(), ['another', 'link', 'there'])
})
