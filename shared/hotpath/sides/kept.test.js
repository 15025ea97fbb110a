import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findKept, keepChanges, readStamps, takeKept } from './kept.js'

/** @param {any} t @returns two checkouts, and how to keep a file of one */
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
    async keep (/** @type {string} */ name, /** @type {object} */ options = {}) {
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
  t.equal(statSync(join(to, 'a.js')).ino, statSync(join(from, 'a.js')).ino, 'a hard link')
  t.notOk(existsSync(join(to, 'gone.js')))
  t.notOk(existsSync(join(to, 'node_modules')))
  t.equal(await takeKept(kept, to, { isWritten: true }), 'taken')
  t.not(statSync(join(to, 'a.js')).ino, statSync(join(from, 'a.js')).ino, 'a copy')
  t.ok(Math.abs(statSync(join(to, 'a.js')).mtimeMs - statSync(join(from, 'a.js')).mtimeMs) < 1, 'of the same age')
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
  for (const damage of [
    (/** @type {string} */ kept) => writeFileSync(join(kept, 'files/node_modules/aaa/index.js'), 'changed'),
    (/** @type {string} */ kept) => rmSync(join(kept, 'files/node_modules/aaa/index.js')),
    (/** @type {string} */ kept) => writeFileSync(join(kept, 'index.json'), '{'),
    (/** @type {string} */ kept) => rmSync(join(kept, 'index.json')),
  ]) {
    await keep('aaa')
    damage(findKept('aaa'))
    t.equal(await takeKept(findKept('aaa'), to), 'damaged')
    t.notOk(existsSync(findKept('aaa')))
    t.notOk(existsSync(join(to, 'node_modules')), 'nothing of it is taken')
    rmSync(join(to, '../from/node_modules'), { recursive: true })
  }
  await keep('bbb')
  const file = join(findKept('bbb'), 'index.json')
  t.equal(await takeKept(findKept('bbb'), to, { isForOneDay: true }), 'taken')
  const index = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...index, made: index.made - 25 * 3600 * 1000 }))
  t.equal(await takeKept(findKept('bbb'), to), 'taken')
  t.equal(await takeKept(findKept('bbb'), to, { isForOneDay: true }), 'absent')
})

t.test('a Node of another version has installs of its own', async (t) => {
  const { version } = process
  const own = findKept('a')
  Object.defineProperty(process, 'version', { value: 'v0.0.0' })
  t.teardown(() => Object.defineProperty(process, 'version', { value: version }))
  t.not(findKept('a'), own)
})
