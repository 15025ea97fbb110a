import { spawnSync } from 'node:child_process'
import t from 'tap'
import { copyCleanEnvironment, runCommand, startWithoutLoaderHooks } from './child.js'

t.test("a measured process has none of the test runner's hooks", async (t) => {
  const loaded = () => spawnSync(process.execPath, ['-p', 'process.env.NODE_OPTIONS ?? "none"'], { env: copyCleanEnvironment(), encoding: 'utf8' }).stdout.trim()
  t.equal(startWithoutLoaderHooks(loaded), 'none')
  t.throws(() => startWithoutLoaderHooks(() => { throw new Error('as it is') }), { message: 'as it is' })
})

t.test("a measured process has none of the user's variables that change a measurement", async (t) => {
  const theirs = { DEBUG: '*', NODE_DEBUG: 'http', MONGODB_LOG_ALL: 'debug', NODE_USE_ENV_PROXY: '1', NODE_COMPILE_CACHE: 'anywhere', NODE_ENV: 'production', UV_THREADPOOL_SIZE: '1' }
  const before = { ...process.env }
  Object.assign(process.env, theirs, { MONGODB_URL: 'mongodb://127.0.0.1/' })
  t.teardown(() => {
    for (const name of [...Object.keys(theirs), 'MONGODB_URL']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  })
  const clean = copyCleanEnvironment()
  for (const name of Object.keys(theirs)) t.notOk(name in clean, name)
  t.equal(clean.MONGODB_URL, 'mongodb://127.0.0.1/')
})

t.test('a command that only waits is ended, and one that reads from time to time is not', { skip: process.platform !== 'linux' && 'needs procfs' }, async (t) => {
  const run = (command) => runCommand(command, [], { cwd: '.', usesShell: true, idleSeconds: 3 })
  const [waiting, reading] = await Promise.allSettled([run('echo a; sleep 60'), run('for i in 1 2 3; do sleep 2; cat /etc/passwd > /dev/null; done; echo b')])
  t.match(waiting, { reason: { code: 'IDLE', status: null, stdout: 'a\n' } })
  t.match(reading, { value: 'b\n' })
})
