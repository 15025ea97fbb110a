import t from 'tap'
import { countCalls } from './counters.js'

const counted = async (counter, actual) => (await countCalls(/** @type {any} */ ({ lab: { manifest: { services: [] } }, counters: { made: { counts: 'Some.thing', ...counter } } }), async () => actual)).map(({ variant, holds }) => [variant, holds])

t.test('a counter holds only for the exact number in the manifest', async (t) => {
  t.same(await counted({ slow: 'every call', fast: 1 }, 1), [['slow', true], ['fast', true]])
  t.same(await counted({ slow: 2, fast: 'never' }, 1), [['slow', false], ['fast', false]])
})

t.test('atMost allows fewer calls, but not to slow', async (t) => {
  t.same(await counted({ atMost: true, slow: 3, mine: 2, fast: 2 }, 1), [['slow', false], ['mine', true], ['fast', true]])
  t.same(await counted({ atMost: true, slow: 3, fast: 2 }, 3), [['slow', true], ['fast', false]])
})

t.test('sides with a process of their own are counted beside each other, then the rest one by one, in the order of the manifest', async (t) => {
  const counters = { made: { counts: 'Some.thing', slow: 2, mine: 1, fast: 1 }, kept: { counts: 'Some.other', slow: 2, mine: 1 } }
  /** @type {string[]} */
  const steps = []
  const count = async (side) => {
    steps.push(`${side} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    steps.push(`${side} ends`)
    return 1
  }
  const plan = /** @type {any} */ ({ lab: { manifest: { services: [] } }, counters })
  const counted = await countCalls(plan, count, (side) => side !== 'mine')
  t.same(steps, [
    ...['slow begins', 'fast begins', 'slow ends', 'slow begins', 'fast ends', 'slow ends'],
    ...['mine begins', 'mine ends', 'mine begins', 'mine ends'],
  ])
  t.same(counted.map(({ name, variant }) => `${name} ${variant}`), ['made slow', 'made mine', 'made fast', 'kept slow', 'kept mine'])
})
