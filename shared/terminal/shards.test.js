import t from 'tap'
import { dealToShard, parseShard } from './shards.js'

t.test('a part of the labs is i/n, from 1 to n', async (t) => {
  t.same(parseShard('1/3'), { index: 1, of: 3 })
  t.same(parseShard('3/3'), { index: 3, of: 3 })
  for (const text of ['0/3', '4/3', '1', '1/0', 'a/b', '1/3/3', '-1/3']) t.throws(() => parseShard(text), { message: /such as 1\/3/ }, text)
})

t.test('each is dealt to one machine', async (t) => {
  const all = [1, 2, 3, 4, 5, 6, 7]
  t.same([1, 2, 3].flatMap((index) => dealToShard(all, { index, of: 3 })).sort(), all)
})
