import { existsSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findKept, isKeptWhole, keepChanges, readStamps, takeKept, takeUserPackages } from './kept.js'
import { findRoot, returnTrees } from './trees.js'

const inode = (...path) => statSync(join(...path)).ino

/** Makes what is kept older than a day. */
function age (kept) {
  const file = join(kept, 'index.json')
  const index = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...index, made: index.made - 25 * 3600 * 1000 }))
}

function makeCheckouts (t) {
  const folder = t.testdir({ cache: {}, from: { 'a.js': 'a', 'gone.js': '' }, to: { 'a.js': 'a', 'gone.js': '' } })
  const before = process.env.HOTPATH_CACHE
  process.env.HOTPATH_CACHE = join(folder, 'cache')
  t.teardown(() => { before === undefined ? delete process.env.HOTPATH_CACHE : process.env.HOTPATH_CACHE = before })
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  return {
    from,
    to,
    listKept: () => readdirSync(join(folder, 'cache/installs')),
    async keep (name, options = {}) {
      const stamps = await readStamps(from)
      mkdirSync(join(from, 'node_modules', name), { recursive: true })
      writeFileSync(join(from, 'node_modules', name, 'index.js'), name)
      return keepChanges(findKept(name), from, stamps, options)
    },
  }
}

t.test('changes are taken again: new files, others, and files that are gone', async (t) => {
  const { from, to } = makeCheckouts(t)
  const before = await readStamps(from)
  writeFileSync(join(from, 'a.js'), 'changed')
  rmSync(join(from, 'gone.js'))
  mkdirSync(join(from, 'node_modules/.cache'), { recursive: true })
  writeFileSync(join(from, 'node_modules/.cache/x'), 'a tool\'s own')
  const kept = findKept('one')
  t.equal(await takeKept(kept, to), 'absent')
  t.equal(await keepChanges(kept, from, before), undefined)
  t.equal(await takeKept(kept, to), 'taken')
  t.equal(readFileSync(join(to, 'a.js'), 'utf8'), 'changed')
  t.equal(inode(to, 'a.js'), inode(from, 'a.js'), 'a hard link')
  t.notOk(existsSync(join(to, 'gone.js')))
  t.notOk(existsSync(join(to, 'node_modules')))
  t.equal(await takeKept(kept, to, { isWritten: true }), 'taken')
  t.not(inode(to, 'a.js'), inode(from, 'a.js'), 'a copy')
  t.ok(Math.abs(statSync(join(to, 'a.js')).mtimeMs - statSync(join(from, 'a.js')).mtimeMs) < 1, 'of the same age')
})

t.test('an absolute link into the checkout, as Windows makes it, leads to what is kept, and then into the next checkout', async (t) => {
  const { from, to } = makeCheckouts(t)
  mkdirSync(join(from, 'node_modules/.store/a'), { recursive: true })
  writeFileSync(join(from, 'node_modules/.store/a/index.js'), 'a')
  const before = await readStamps(from)
  symlinkSync(join(from, 'node_modules/.store/a'), join(from, 'node_modules/a'), 'junction')
  t.equal(await keepChanges(findKept('linked'), from, before), undefined)
  t.equal(readlinkSync(join(findKept('linked'), 'files/node_modules/a')), join(findKept('linked'), 'files/node_modules/.store/a'))
  t.equal(await takeKept(findKept('linked'), to), 'taken')
  t.equal(readlinkSync(join(to, 'node_modules/a')), join(to, 'node_modules/.store/a'))
})

t.test('the oldest goes first, by size; what is larger than all is not kept, and what a killed process left goes', async (t) => {
  const { from, to, keep, listKept } = makeCheckouts(t)
  for (const name of ['aaa', 'bbb', 'ccc']) t.equal(await keep(name, { mostBytes: 7 }), undefined)
  t.same(['aaa', 'bbb', 'ccc'].map((name) => existsSync(findKept(name))), [false, true, true])
  const long = new Date(Date.now() - 1000)
  utimesSync(findKept('ccc'), long, long)
  await takeKept(findKept('bbb'), to)
  await keep('ddd', { mostBytes: 7 })
  t.same(['bbb', 'ccc', 'ddd'].map((name) => existsSync(findKept(name))), [true, false, true], 'a use makes it young')
  t.match(await keep('too long', { mostBytes: 7 }), /are more than/)
  const before = await readStamps(from)
  writeFileSync(join(from, 'huge.bin'), '')
  truncateSync(join(from, 'huge.bin'), 40e9)
  t.match(await keepChanges(findKept('huge'), from, before), /^40 GB are more than the 5 GB/)
  mkdirSync(`${findKept('left')}.999999999/files`, { recursive: true })
  mkdirSync(`${findKept('being written')}.${process.pid}/files`, { recursive: true })
  await keep('eee')
  t.same(listKept().filter((name) => name.includes('.')), [`${findKept('being written').slice(-32)}.${process.pid}`])
})

t.test('what is damaged is no longer kept, and what was chosen without a lock file goes after a day', async (t) => {
  const { to, keep } = makeCheckouts(t)
  const kept = findKept('aaa')
  const [file, index] = ['files/node_modules/aaa/index.js', 'index.json'].map((path) => join(kept, path))
  for (const damage of [() => writeFileSync(file, 'changed'), () => rmSync(file), () => writeFileSync(index, '{'), () => rmSync(index)]) {
    await keep('aaa')
    t.ok(isKeptWhole(kept))
    damage()
    t.notOk(isKeptWhole(kept))
    t.equal(await takeKept(kept, to), 'damaged')
    t.notOk(existsSync(kept))
    t.notOk(existsSync(join(to, 'node_modules')), 'nothing of it is taken')
    rmSync(join(to, '../from/node_modules'), { recursive: true })
  }
  await keep('bbb')
  t.equal(await takeKept(findKept('bbb'), to, { isForOneDay: true }), 'taken')
  age(findKept('bbb'))
  t.equal(await takeKept(findKept('bbb'), to), 'taken')
  t.equal(await takeKept(findKept('bbb'), to, { isForOneDay: true }), 'old')
  t.ok(existsSync(findKept('bbb')), 'where the registry does not answer, it is used')
})

t.test('a Node of another version has installs of its own', async (t) => {
  const { version } = process
  const own = findKept('a')
  Object.defineProperty(process, 'version', { value: 'v0.0.0' })
  t.teardown(() => Object.defineProperty(process, 'version', { value: version }))
  t.not(findKept('a'), own)
})

t.test('packages move to the next comparison and back, and what was changed in them meanwhile is as before', async (t) => {
  const { from, to, keep } = makeCheckouts(t)
  const folder = join(from, '..')
  const kept = findKept('aaa')
  const own = (checkout) => join(checkout, 'node_modules/aaa/index.js')
  t.same(['a.js', 'node_modules/a/node_modules/b/c.js', 'lib/node_modules/a/node_modules/b/c.js', 'my_node_modules/c.js'].map(findRoot), ['', 'node_modules', 'lib/node_modules', ''])
  const trees = join(kept, 'trees')
  const listTrees = () => existsSync(trees) ? readdirSync(trees).map((name) => name.split('-')[0]) : []
  /** the packages of the tree whose name begins so */
  const find = (start) => join(trees, String(readdirSync(trees).find((name) => name.startsWith(start))), 'node_modules')
  await keep('aaa')
  const before = inode(from, 'node_modules/aaa')
  returnTrees(folder)
  t.same([existsSync(join(from, 'node_modules')), ...listTrees()], [false, 'links'])
  t.equal(await takeKept(kept, to, { isWritten: true, isMoved: true }), 'absent', 'a hard link may not be written')
  t.equal(await takeKept(kept, to, { isMoved: true }), 'taken')
  t.equal(inode(to, 'node_modules/aaa'), before, 'the same folder')
  t.same(listTrees(), [], 'nobody else gets it')
  returnTrees(folder)
  t.equal(await takeKept(kept, to, { isWritten: true }), 'taken')
  returnTrees(folder)
  t.same(listTrees(), ['copies', 'links'])
  let copies = find('copies')
  for (const damage of [
    () => writeFileSync(join(copies, 'aaa/index.js'), 'changed'),
    () => rmSync(join(copies, 'aaa'), { recursive: true }),
    () => { mkdirSync(join(copies, '.cache')); writeFileSync(join(copies, '.cache/x'), ''); writeFileSync(join(copies, 'aaa/more.js'), '') },
  ]) {
    damage()
    t.equal(await takeKept(kept, to, { isWritten: true, isMoved: true }), 'taken')
    t.same([readFileSync(own(to), 'utf8'), readdirSync(join(to, 'node_modules')), readdirSync(join(to, 'node_modules/aaa'))], ['aaa', ['aaa'], ['index.js']])
    t.not(inode(own(to)), inode(kept, 'files/node_modules/aaa/index.js'), 'a copy')
    returnTrees(folder)
    copies = find('copies')
  }
  writeFileSync(join(find('links'), 'aaa/index.js'), 'changed')
  t.equal(await takeKept(kept, to, { isMoved: true }), 'damaged', 'a hard link changes what is kept')
  t.notOk(existsSync(join(to, 'node_modules')))
})

t.test('what the user has installed moves to the next comparison, but for what has changed since', async (t) => {
  const { from, to } = makeCheckouts(t)
  const put = (name, text) => {
    mkdirSync(join(from, 'node_modules', name), { recursive: true })
    writeFileSync(join(from, 'node_modules', name, 'index.js'), text)
  }
  for (const name of ['same', 'other', 'gone']) put(name, name)
  const find = (name) => join(to, 'node_modules', name, 'index.js')
  const read = (name) => existsSync(find(name)) ? readFileSync(find(name), 'utf8') : undefined
  await takeUserPackages(from, [{ top: to, isWritten: true }])
  const copied = inode(to, 'node_modules/same/index.js')
  t.not(copied, inode(from, 'node_modules/same/index.js'), 'a copy')
  writeFileSync(join(to, 'node_modules/built.js'), 'by a build')
  returnTrees(join(to, '..'))
  t.notOk(existsSync(join(to, 'node_modules')))
  put('other', 'changed')
  put('more', 'new')
  rmSync(join(from, 'node_modules/gone'), { recursive: true })
  await takeUserPackages(from, [{ top: to, isWritten: true }])
  t.same(['same', 'other', 'gone', 'more'].map(read), ['same', 'changed', undefined, 'new'])
  t.notOk(existsSync(join(to, 'node_modules/built.js')))
  t.equal(inode(to, 'node_modules/same/index.js'), copied)
  returnTrees(join(to, '..'))
  await takeUserPackages(from, [{ top: to, isWritten: false }])
  t.equal(inode(to, 'node_modules/same/index.js'), copied, 'a copy serves a side without a build too')
})
