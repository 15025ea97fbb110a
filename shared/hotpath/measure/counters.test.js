import t from 'tap'
import { countCalls } from './counters.js'

/** @param {object} counter @param {number} actual of every side */
const counted = async (counter, actual) => (await countCalls(/** @type {any} */ ({ services: [], counters: { made: { counts: 'Some.thing', ...counter } } }), async () => actual)).map(({ variant, holds }) => [variant, holds])

t.test('as often as the manifest says, and no other number', async (t) => {
  t.same(await counted({ slow: 'every call', fast: 1 }, 1), [['slow', true], ['fast', true]])
  t.same(await counted({ slow: 2, fast: 'never' }, 1), [['slow', false], ['fast', false]])
})

t.test('where fewer will do, they do for whoever is in the place of fast', async (t) => {
  t.same(await counted({ atMost: true, slow: 3, mine: 2, fast: 2 }, 1), [['slow', false], ['mine', true], ['fast', true]])
  t.same(await counted({ atMost: true, slow: 3, fast: 2 }, 3), [['slow', true], ['fast', false]])
})
