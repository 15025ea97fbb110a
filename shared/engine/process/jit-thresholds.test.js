import t from 'tap'
import { parseJitThresholds, readJitThresholds } from './node-options.js'

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
