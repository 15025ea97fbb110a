import t from 'tap'
import { countCalls } from './counters.js'

/** @param {object} counter @param {number} actual of every side */
const counted = async (counter, actual) => (await countCalls(/** @type {any} */ ({ lab: { manifest: { services: [] } }, counters: { made: { counts: 'Some.thing', ...counter } } }), async () => actual)).map(({ variant, holds }) => [variant, holds])

t.test('a counter holds only for the exact number in the manifest', async (t) => {
  t.same(await counted({ slow: 'every call', fast: 1 }, 1), [['slow', true], ['fast', true]])
  t.same(await counted({ slow: 2, fast: 'never' }, 1), [['slow', false], ['fast', false]])
})

t.test('atMost allows fewer calls, but not to slow', async (t) => {
  t.same(await counted({ atMost: true, slow: 3, mine: 2, fast: 2 }, 1), [['slow', false], ['mine', true], ['fast', true]])
  t.same(await counted({ atMost: true, slow: 3, fast: 2 }, 3), [['slow', true], ['fast', false]])
})
