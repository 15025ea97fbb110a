import fs from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { kept } from './kept.js'
import { lastLine } from './last-line.js'

t.test('the last line, of files short and long', async (t) => {
  for (const [content, last] of [['', ''], ['\n', ''], ['one\n', 'one'], ['one\ntwo\n', 'two'], ['one\n\n', '']]) t.equal(lastLine(content), last, JSON.stringify(content))
})

t.test('kept: a file that stays is read once, one that changes again, and an error is not kept', async (t) => {
  const file = join(t.testdir({ log: 'one\n' }), 'log')
  let reads = 0
  const readFile = (path, done) => { reads++; fs.readFile(path, done) }
  const answer = promisify(kept({ stat: fs.stat, readFile }))
  t.equal(await answer(file), 'one')
  t.equal(await answer(file), 'one')
  t.equal(reads, 1)
  fs.appendFileSync(file, 'two\n')
  t.equal(await answer(file), 'two')
  t.equal(reads, 2)
  fs.renameSync(file, `${file}.1`)
  await t.rejects(answer(file), /ENOENT/)
  fs.writeFileSync(file, 'new\n')
  t.equal(await answer(file), 'new')
})

t.test('kept: what is written while it reads is not missed', async (t) => {
  const file = join(t.testdir({ log: 'one\n' }), 'log')
  const readFile = (path, done) => fs.readFile(path, (error, bytes) => {
    if (!bytes.includes('two')) fs.appendFileSync(file, 'two\n')
    done(error, bytes)
  })
  const answer = promisify(kept({ stat: fs.stat, readFile }))
  await answer(file)
  t.equal(await answer(file), 'two')
})

assertHolds(t, await testLab(import.meta.dirname))
