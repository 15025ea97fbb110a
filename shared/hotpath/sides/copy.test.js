import { existsSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { copyFiles, copyFolder } from './copy.js'

t.test('a listed file that is a folder now, as a submodule is, counts as missing', async (t) => {
  const folder = t.testdir({ from: { lib: { 'a.js': 'new' } }, to: { lib: 'a file' } })
  copyFiles(['lib', 'lib/a.js'], join(folder, 'from'), join(folder, 'to'))
  t.equal(readFileSync(join(folder, 'to/lib/a.js'), 'utf8'), 'new')
  copyFiles(['lib'], join(folder, 'from'), join(folder, 'to'))
  t.notOk(existsSync(join(folder, 'to/lib')))
})

for (const isCopied of [false, true]) {
  t.test(`a folder is copied ${isCopied ? 'file by file' : 'by hard links'}, and its symbolic links lead to the copy`, { skip: process.platform === 'win32' && 'links need a right there' }, async (t) => {
    const folder = t.testdir({ base: { node_modules: { a: { 'index.js': 'old' }, '.cache': { x: '' } }, inner: { 'index.js': 'base' } }, head: { inner: { 'index.js': 'head' } } })
    const [from, to] = ['base', 'head'].map((name) => join(folder, name))
    symlinkSync('../inner', join(from, 'node_modules/relative'))
    symlinkSync(join(from, 'inner'), join(from, 'node_modules/absolute'))
    symlinkSync('/nowhere', join(from, 'node_modules/outside'))
    await copyFolder(join(from, 'node_modules'), join(to, 'node_modules'), { tops: { from, to }, isCopied })
    const there = (path) => join(to, 'node_modules', path)
    const [copy, original] = [there('a/index.js'), join(from, 'node_modules/a/index.js')].map((file) => statSync(file))
    t.equal(copy.ino === original.ino, !isCopied)
    t.equal(existsSync(there('.cache')), isCopied, 'a program writes into its cache')
    t.ok(Math.abs(copy.mtimeMs - original.mtimeMs) < 1, 'of the same age')
    for (const link of ['relative', 'absolute']) t.equal(readFileSync(join(there(link), 'index.js'), 'utf8'), 'head', link)
    t.equal(readlinkSync(there('outside')), '/nowhere')
  })
}
