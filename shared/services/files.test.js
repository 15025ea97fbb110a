import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { writeLabFiles } from './files.js'

const numbers = { 'numbers.txt': function * (random) { for (let line = 0; line < 3; line++) yield `${random()}\n` } }

t.test('the same seed gives the same files, each run has its own folder, and nothing is left behind', async (t) => {
  const [one, other] = [1, 1].map((seed) => writeLabFiles(numbers, createRandom(seed)))
  t.teardown(other.remove)
  const [text, same] = [one, other].map(({ folder }) => readFileSync(join(folder, 'numbers.txt'), 'utf8'))
  t.equal(text.split('\n').length, 3 + 1)
  t.equal(text, same)
  t.not(one.folder, other.folder)
  one.remove()
  t.notOk(existsSync(one.folder))
  t.ok(existsSync(other.folder))
})

t.test('a full disk means that the lab cannot run here, and one line says what to type', async (t) => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const listeners = process.listenerCount('exit')
  t.throws(() => writeLabFiles({ 'large.log': () => { throw full } }, createRandom(1)), {
    code: 'DISK_FULL',
    exitCode: 4,
    what: /large\.log/,
    advice: /TMPDIR/,
  })
  t.equal(process.listenerCount('exit'), listeners)
})

t.test('a missing temporary folder is reported in the same way', async (t) => {
  const { TMPDIR } = process.env
  const gone = t.testdir()
  rmSync(gone, { recursive: true })
  process.env.TMPDIR = gone
  t.teardown(() => { if (TMPDIR === undefined) delete process.env.TMPDIR; else process.env.TMPDIR = TMPDIR })
  t.throws(() => writeLabFiles(numbers, createRandom(1)), { code: 'DISK_FULL', what: /ENOENT/ })
})

t.test('an error of the lab is not reported as one of the disk', async (t) => {
  t.throws(() => writeLabFiles({ 'a.txt': () => { throw new TypeError('no such seed') } }, createRandom(1)), { name: 'TypeError' })
})
