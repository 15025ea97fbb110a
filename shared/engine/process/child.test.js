import { spawnSync } from 'node:child_process'
import t from 'tap'
import { copyCleanEnvironment, startWithoutLoaderHooks } from './child.js'

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
