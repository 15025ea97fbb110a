import { spawnSync } from 'node:child_process'
import t from 'tap'
import { copyCleanEnvironment, runCommand, startWithoutLoaderHooks, parseJitThresholds, readJitThresholds, choosePermissionFlags, findSupportedPermissionFlags } from './child.js'

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
  const run = (/** @type {string} */ command) => runCommand(command, [], { cwd: '.', usesShell: true, idleSeconds: 3 })
  const [waiting, reading] = await Promise.allSettled([run('echo a; sleep 60'), run('for i in 1 2 3; do sleep 2; cat /etc/passwd > /dev/null; done; echo b')])
  t.match(waiting, { reason: { code: 'IDLE', status: null, stdout: 'a\n' } })
  t.match(reading, { value: 'b\n' })
})

t.test('reads the thresholds as each version of Node prints them', async (t) => {
  const node20 = '  --interrupt-budget (interrupt budget which should be used for the profiler counter)\n        type: int  default: --interrupt-budget=67584\n'
  t.same(parseJitThresholds(node20), { lowered: ['--interrupt-budget=13517'], defaults: ['--interrupt-budget=67584'] })
  const node8 = '  --interrupt_budget (interrupt budget which should be used for the profiler counter)\n        type: int  default: 147456\n'
  t.same(parseJitThresholds(node8), { lowered: ['--interrupt-budget=29492'], defaults: ['--interrupt-budget=147456'] })
  const node22 = '  --invocation-count-for-turbofan (invocation count required for optimizing with TurboFan)\n        type: int  default: --invocation-count-for-turbofan=3000\n'
  t.same(parseJitThresholds(node22), { lowered: ['--invocation-count-for-turbofan=600'], defaults: ['--invocation-count-for-turbofan=3000'] })
  t.same(parseJitThresholds('nothing of the kind'), { lowered: [], defaults: [] })
})

t.test('this Node has thresholds', async (t) => {
  const { lowered, defaults } = await readJitThresholds(process.execPath)
  t.ok(lowered.length > 0)
  t.equal(lowered.length, defaults.length)
})

t.test('a Node that does not run has none', async (t) => {
  t.same(await readJitThresholds('/no/such/node'), { lowered: [], defaults: [] })
})

t.test('each Node gets its flags for reading, threads and the network only', async (t) => {
  const quiet = ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning']
  const node20 = ['--experimental-permission', '--allow-fs-read', '--allow-fs-write', '--allow-child-process', '--allow-worker', '--disable-warning']
  t.same(choosePermissionFlags(node20), ['--experimental-permission', '--allow-fs-read=*', '--allow-worker', ...quiet])
  const node26 = ['--permission', '--experimental-permission', '--allow-fs-read', '--allow-inspector', '--allow-net', '--disable-warning']
  t.same(choosePermissionFlags(node26), ['--permission', '--allow-fs-read=*', '--allow-net', ...quiet])
  t.same(choosePermissionFlags(['--max-old-space-size']), [], 'before Node 20 there are none')
})

t.test('a Node that does not run has none', async (t) => {
  t.same(await findSupportedPermissionFlags('/no/such/node'), [])
})

t.test('the same binary under another name gets the same flags', async (t) => {
  t.same(await findSupportedPermissionFlags(`${process.execPath} `.trim()), choosePermissionFlags([...process.allowedNodeEnvironmentFlags]))
})
