import { lstatSync, readFileSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { replaceFile, writeFileAtUserPath, writeFileAtomically } from './files.js'

const refuses = (code) => { throw Object.assign(new Error(`${code}: refused`), { code }) }

t.test('writing to a link changes its target and keeps the link', { skip: process.platform === 'win32' }, async (t) => {
  const folder = t.testdir({ there: 'old' })
  symlinkSync(join(folder, 'there'), join(folder, 'link'))
  writeFileAtUserPath(join(folder, 'link'), 'new')
  t.equal(readFileSync(join(folder, 'there'), 'utf8'), 'new')
  t.ok(lstatSync(join(folder, 'link')).isSymbolicLink())
  writeFileAtUserPath(join(folder, 'another'), 'whole')
  t.same(readdirSync(folder).sort(), ['another', 'link', 'there'])
})

t.test('two writers of one file have temporary files of their own', async (t) => {
  const file = join(t.testdir(), 'file.txt')
  // between the first one's writing and its renaming the second does both, and a third fails
  writeFileAtomically(file, 'first', {
    rename (from, to) {
      writeFileAtomically(file, 'second')
      t.equal(readFileSync(file, 'utf8'), 'second')
      t.throws(() => writeFileAtomically(file, 'third', { rename: () => refuses('ENOSPC') }), { code: 'ENOSPC' })
      renameSync(from, to)
    },
  })
  t.equal(readFileSync(file, 'utf8'), 'first', 'the last one to rename it has the last word')
  t.same(readdirSync(join(file, '..')), ['file.txt'])
})

t.test('a failed write keeps the old file, and leaves no other', async (t) => {
  const folder = t.testdir({ 'file.txt': 'before' })
  t.throws(() => writeFileAtomically(join(folder, 'file.txt'), 'after', { rename: () => refuses('EIO') }), { code: 'EIO' })
  t.throws(() => writeFileAtomically(join(folder, 'nowhere', 'file.txt'), 'a text'), { code: 'ENOENT' })
  t.equal(readFileSync(join(folder, 'file.txt'), 'utf8'), 'before')
  t.same(readdirSync(folder), ['file.txt'])
})

t.test('a new file has its permissions before it has text', { skip: process.platform === 'win32' && 'has no modes' }, async (t) => {
  const file = join(t.testdir(), 'secret')
  writeFileAtomically(file, 'a token', {
    mode: 0o600,
    rename: (from, to) => {
      t.equal(statSync(from).mode & 0o777, 0o600)
      renameSync(from, to)
    },
  })
  t.equal(statSync(file).mode & 0o777, 0o600)
})

t.test('on Windows a refused rename is tried again', async (t) => {
  const folder = t.testdir({ from: 'new', to: 'old' })
  const { platform } = process
  const on = (name) => Object.defineProperty(process, 'platform', { value: name })
  t.teardown(() => on(platform))
  let refused = 0
  const rename = (from, to) => ++refused < 3 ? refuses(['EPERM', 'EBUSY'][refused - 1]) : renameSync(from, to)
  on('win32')
  replaceFile(join(folder, 'from'), join(folder, 'to'), rename)
  t.equal(readFileSync(join(folder, 'to'), 'utf8'), 'new')
  t.equal(refused, 3)
  t.throws(() => replaceFile(join(folder, 'from'), join(folder, 'to')), { code: 'ENOENT' }, 'but not for any reason')
  on('linux')
  refused = 0
  t.throws(() => replaceFile(join(folder, 'to'), join(folder, 'from'), rename), { code: 'EPERM' }, 'elsewhere that means something else')
  t.equal(refused, 1)
})
