import t from 'tap'
import { tiersIn, tiersOf } from './tiers.js'

t.test('what decides about hot code, as each Node prints it', async (t) => {
  const node20 = '  --interrupt-budget (interrupt budget which should be used for the profiler counter)\n        type: int  default: --interrupt-budget=67584\n'
  t.same(tiersIn(node20), { sooner: ['--interrupt-budget=13517'], usual: ['--interrupt-budget=67584'] })
  const node8 = '  --interrupt_budget (interrupt budget which should be used for the profiler counter)\n        type: int  default: 147456\n'
  t.same(tiersIn(node8), { sooner: ['--interrupt-budget=29492'], usual: ['--interrupt-budget=147456'] })
  const node22 = '  --invocation-count-for-turbofan (invocation count required for optimizing with TurboFan)\n        type: int  default: --invocation-count-for-turbofan=3000\n'
  t.same(tiersIn(node22), { sooner: ['--invocation-count-for-turbofan=600'], usual: ['--invocation-count-for-turbofan=3000'] })
  t.same(tiersIn('nothing of the kind'), { sooner: [], usual: [] })
})

t.test('this Node has some', async (t) => {
  const { sooner, usual } = await tiersOf(process.execPath)
  t.ok(sooner.length > 0)
  t.equal(sooner.length, usual.length)
})

t.test('a Node that cannot be asked is no matter of this', async (t) => {
  t.same(await tiersOf('/no/such/node'), { sooner: [], usual: [] })
})
