import t from 'tap'
import { seeded } from '../stats/random.js'
import { groupedCounts, sharedCount, takeTurns } from './turns.js'

t.test('every turn ends before the next one begins, and no side has two more than the other', async (t) => {
  const lead = { a: 0, b: 0 }
  let running = 0
  await takeTurns(/** @type {('a' | 'b')[]} */ (['a', 'b']), 20, seeded(1), async (side) => {
    t.equal(++running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    lead[side]++
    t.ok(Math.abs(lead.a - lead.b) <= 1)
  })
  t.same(lead, { a: 20, b: 20 })
})

t.test('one number of operations: long enough for the cheapest, short enough for the dearest', async (t) => {
  t.equal(sharedCount([10, 40], { least: 1000, most: 1e6 }), 100)
  t.equal(sharedCount([10, 1e5], { least: 1000, most: 1e6 }), 10)
  t.equal(sharedCount([10, 1e9], { least: 1000, most: 1e6 }), 1)
})

t.test('sides that cost about the same share a number, others have their own', async (t) => {
  const bounds = { target: 1000, fewest: 5, alike: 2 }
  t.same(groupedCounts(new Map([['a', 10], ['b', 11]]), bounds), new Map([['b', 91], ['a', 91]]))
  t.same(groupedCounts(new Map([['a', 10], ['b', 100]]), bounds), new Map([['b', 10], ['a', 100]]))
})
