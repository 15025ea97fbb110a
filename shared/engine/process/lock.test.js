import { fork } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startWithoutLoaderHooks } from './child.js'
import { takeLock, waitForLock } from './lock.js'

/** No system gives a process so high an id. */
const DEAD = 4_194_999

const SOON = new Date(Date.now() + 3_600_000)

/** @param {any} t @param {string} name of the holder's file @returns {string} a lock that a process has left */
function leftBy (t, name) {
  const lock = join(t.testdir({ some: { [name]: '' } }), 'some')
  utimesSync(join(lock, name), SOON, SOON)
  utimesSync(lock, SOON, SOON)
  return lock
}

t.test('one process holds a lock, and the others learn its id', async (t) => {
  const lock = join(t.testdir(), 'some')
  const first = takeLock(lock)
  t.equal(first.holder, undefined)
  t.same([takeLock(lock).holder, takeLock(lock).holder], [process.pid, process.pid])
  first.release?.()
  t.same(readdirSync(join(lock, '..')), [], 'nothing is left')
  const second = takeLock(lock)
  t.type(second.release, 'function')
  first.release?.()
  t.equal(takeLock(lock).holder, process.pid, 'who had it before cannot release the next one\'s')
  second.release?.()
})

t.test('a dead process\'s lock is free, whatever its time stamp', async (t) => {
  // in a container, a process that was killed may have had the id of this one
  for (const name of [`${DEAD}-a1b2`, `${process.pid}-a1b2`, '.DS_Store']) {
    const lock = leftBy(t, name)
    const { release } = takeLock(lock)
    t.type(release, 'function', name)
    t.equal(readdirSync(lock).length, 1)
    release?.()
    t.notOk(existsSync(lock))
  }
})

t.test('one of two processes that find a dead lock gets it', async (t) => {
  const lock = leftBy(t, `${DEAD}-a1b2`)
  /** @type {import('./lock.js').Lock | undefined} */
  let quicker
  // the quicker one removes it, and takes the lock, after the other has seen it
  const { holder } = takeLock(lock, {
    runs () {
      quicker ??= takeLock(lock)
      return false
    },
  })
  t.type(quicker?.release, 'function')
  t.equal(holder, process.pid, 'and the other is told')
  quicker?.release?.()
})

t.test('a waiter gets a released lock; after its time it learns the holder', async (t) => {
  const lock = join(t.testdir(), 'some')
  const { release } = takeLock(lock)
  t.equal((await waitForLock(() => takeLock(lock), 50)).holder, process.pid)
  setTimeout(() => release?.(), 50)
  const second = await waitForLock(() => takeLock(lock), 10_000)
  t.type(second.release, 'function')
  second.release?.()
})

t.test('a folder that cannot be written is an error', async (t) => {
  t.throws(() => takeLock(join(t.testdir({ file: '' }), 'file', 'some')), { code: 'ENOTDIR' })
  t.throws(() => takeLock(join(t.testdir(), 'nowhere', 'some')), { code: 'ENOENT' })
})

t.test('six processes killed while they hold a lock: never do two hold it', async (t) => {
  const folder = t.testdir({
    'holder.mjs': `import { appendFileSync, mkdirSync, rmdirSync } from 'node:fs'
import { takeLock, waitForLock } from ${JSON.stringify(new URL('lock.js', import.meta.url).href)}
await waitForLock(() => takeLock('some'), 60_000)
// fails where another is inside
mkdirSync('inside')
appendFileSync('all.txt', process.pid + ' ')
rmdirSync('inside')
process.kill(process.pid, 'SIGKILL')
`,
  })
  writeFileSync(join(folder, 'all.txt'), '')
  mkdirSync(join(folder, 'some'), { recursive: true })
  writeFileSync(join(folder, 'some', `${DEAD}-a1b2`), '')
  const holders = await Promise.all(Array.from({ length: 6 }, () => new Promise((resolve) => {
    const child = startWithoutLoaderHooks(() => fork(join(folder, 'holder.mjs'), { cwd: folder, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
    child.on('exit', (code) => resolve({ pid: child.pid, code }))
  })))
  const had = readFileSync(join(folder, 'all.txt'), 'utf8').trim().split(' ').map(Number)
  t.same(had.sort(), holders.map(({ pid }) => pid).sort(), 'each has had it once')
})
