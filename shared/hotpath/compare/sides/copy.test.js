import { readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyFolderByHardLinks } from './copy.js'

t.test('a folder is copied by hard links, and its symbolic links lead to the copy', { skip: process.platform === 'win32' && 'links need a right there' }, async (t) => {
  const folder = t.testdir({ base: { node_modules: { a: { 'index.js': 'old' } }, inner: { 'index.js': 'base' } }, head: { inner: { 'index.js': 'head' } } })
  const [from, to] = ['base', 'head'].map((name) => join(folder, name))
  symlinkSync('../inner', join(from, 'node_modules/relative'))
  symlinkSync(join(from, 'inner'), join(from, 'node_modules/absolute'))
  symlinkSync('/nowhere', join(from, 'node_modules/outside'))
  copyFolderByHardLinks(join(from, 'node_modules'), join(to, 'node_modules'), { from, to })
  const there = (/** @type {string} */ path) => join(to, 'node_modules', path)
  t.equal(statSync(there('a/index.js')).ino, statSync(join(from, 'node_modules/a/index.js')).ino)
  for (const link of ['relative', 'absolute']) t.equal(readFileSync(join(there(link), 'index.js'), 'utf8'), 'head', link)
  t.equal(readlinkSync(there('outside')), '/nowhere')
})
