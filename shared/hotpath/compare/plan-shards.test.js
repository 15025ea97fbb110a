import t from 'tap'
import { benchmark, call } from './fixtures/result.js'
import { planShards } from './plan-shards.js'

const run = (seconds, overhead = 0) =>
  call(seconds.map((own, place) => benchmark({ name: `it ${place}`, seconds: own })), { seconds: seconds.reduce((a, b) => a + b, overhead) })

t.test('as many machines as the longest of them needs', async (t) => {
  t.match(planShards([run([10, 10, 10, 10])], 40), { shards: 1, longest: 40, together: 40 })
  t.match(planShards([run([10, 10, 10, 10])], 39), { shards: 2, longest: 20 })
  // dealt in turn: 30 + 30 and 1 + 1
  t.match(planShards([run([30, 1, 30, 1])], 32), { shards: 3, longest: 31, together: 62 })
  t.match(planShards([run([10, 10], 5)], 15), { shards: 2, longest: 15, together: 30 })
  t.match(planShards([run([10, 10], 5), run([20], 3)], 25), { shards: 3, longest: 25, together: 55 })
})

t.test('more machines do not help a benchmark that alone takes too long', async (t) => {
  t.match(planShards([run([50, 10])], 40), { shards: 2, longest: 50, tooLong: 'it 0' })
  t.match(planShards([run([0, 0])], 40), { shards: 1, longest: 0, tooLong: null })
})
