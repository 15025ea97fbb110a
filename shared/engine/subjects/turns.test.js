import t from 'tap'
import { createRandom } from '../stats/random.js'
import { shouldEqualizeOperationCounts, chooseGroupedOperationCounts, chooseSharedOperationCount, measureBlocksInTurn } from './turns.js'

t.test('turns follow each other, and no side gets two ahead', async (t) => {
  const lead = { a: 0, b: 0 }
  let running = 0
  await measureBlocksInTurn(/** @type {('a' | 'b')[]} */ (['a', 'b']), 20, createRandom(1), async (side) => {
    t.equal(++running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    lead[side]++
    t.ok(Math.abs(lead.a - lead.b) <= 1)
  })
  t.same(lead, { a: 20, b: 20 })
})

t.test('one count for all: long enough for the cheapest side, short enough for the dearest', async (t) => {
  const bounds = { cheapest: { least: 100, target: 1000 }, dearest: { target: 5000, most: 1e6 } }
  t.equal(chooseSharedOperationCount([10, 40], bounds), 100, "the cheapest side's target")
  t.equal(chooseSharedOperationCount([10, 250], bounds), 20, "at most the dearest side's target")
  t.equal(chooseSharedOperationCount([10, 1e4], bounds), 10, "at least the cheapest side's minimum")
  t.equal(chooseSharedOperationCount([10, 1e9], bounds), 1, "at most the dearest side's maximum")
})

t.test('sides of similar cost share a count, others have their own', async (t) => {
  const bounds = { target: 1000, fewest: 5, alike: 2 }
  t.same(chooseGroupedOperationCounts(new Map([['a', 10], ['b', 11]]), bounds), new Map([['b', 91], ['a', 91]]))
  t.same(chooseGroupedOperationCounts(new Map([['a', 10], ['b', 100]]), bounds), new Map([['b', 10], ['a', 100]]))
})

t.test('if the dearest side needs longer blocks, all get them', async (t) => {
  const bounds = { target: 1000, most: 4000, fewest: 5, alike: 2 }
  t.same(chooseGroupedOperationCounts(new Map([['a', 10], ['b', 400]]), bounds), new Map([['b', 5], ['a', 200]]), "the dearest side's fewest requests set the length")
  t.same(chooseGroupedOperationCounts(new Map([['a', 10], ['b', 9000]]), bounds), new Map([['b', 5], ['a', 400]]), 'up to `most`')
  t.same(chooseGroupedOperationCounts(new Map([['a', 10], ['b', 100]]), bounds), new Map([['b', 10], ['a', 100]]), 'otherwise the target')
})

t.test('compared sides of similar cost need equal counts', async (t) => {
  const made = (counts, costs) => shouldEqualizeOperationCounts(new Map(Object.entries(counts)), new Map(Object.entries(costs)), [{ slower: 'slow', faster: 'loop' }, { slower: 'slow', faster: 'fast' }], 2)
  t.ok(made({ slow: 5, loop: 2, fast: 50 }, { slow: 3500, loop: 2700, fast: 200 }))
  t.notOk(made({ slow: 2, loop: 2, fast: 50 }, { slow: 3500, loop: 2700, fast: 200 }))
  t.notOk(made({ slow: 2, loop: 5, fast: 50 }, { slow: 7000, loop: 2700, fast: 200 }), 'sides far apart may differ')
  t.notOk(made({ slow: 5, fast: 50 }, { slow: 3500, fast: 200, loop: 3500 }), 'a side that is not in this pair')
  t.notOk(made({ slow: 2, loop: 2, fast: 3, other: 9 }, { slow: 100, loop: 100, fast: 10, other: 100 }), 'a side in no claim')
})
