import t from 'tap'
import { choosePermissionFlags, findSupportedPermissionFlags, parseJitThresholds, readJitThresholds } from './node-options.js'

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
