import t from 'tap'
import { VariantFailure } from '@hotpath-labs/engine/failures.js'
import { TOLERANCE, check, judge } from './judge.js'

const TRUTHS = { twice: 2, tenth: 1.1 }

/** Judges a benchmark that answers the given ratios by pair, in turn; the truth if none is given. */
async function listWrong (answers, onCall = () => {}) {
  const judged = await judge('mine.cjs', {
    compare: async (_, name, { limitSeconds }) => {
      onCall(limitSeconds)
      return answers[name]?.shift() ?? TRUTHS[name] ?? 1
    },
  })
  t.equal(judged.length, 7)
  return judged.filter(({ holds }) => !holds).map(({ name }) => name)
}

t.test('right answers pass, up to the tolerance', async (t) => {
  t.same(await listWrong({ twice: [2 * (1 + 0.9 * TOLERANCE)], tenth: [1.1 * (1 - 0.9 * TOLERANCE)] }), [])
  t.same(await listWrong({ equal: [1.2, 1.2, 1 + 1.1 * TOLERANCE] }), ['equal'])
})

t.test('two wrong answers are asked for again, because another program may have disturbed them', async (t) => {
  t.same(await listWrong({ drift: [0.5] }), [])
  t.same(await listWrong({ drift: [0.5], pause: [1.5] }), [])
  t.same(await listWrong({ drift: [0.5, 0.5], pause: [1.5] }), ['pause'], 'only two')
})

t.test('fast answers use up no spare time', async (t) => {
  /** @type {number[]} */
  const limits = []
  await listWrong({}, (limit) => limits.push(limit))
  t.equal(new Set(limits).size, 1)
})

t.test('a failure ends the run', async (t) => {
  let calls = 0
  const compare = async () => {
    if (++calls === 2) throw new VariantFailure('BAD_BENCHMARK', 'mine', 'answers NaN')
    return 1
  }
  await t.rejects(judge('mine.cjs', { compare }), { code: 'BAD_BENCHMARK' })
  t.equal(calls, 2)
})

t.test('a check gives the seconds of a judgement, because a benchmark may need them for its first ratio', async (t) => {
  /** @type {number[]} */
  const given = []
  const compare = async (...[, , { seconds }]) => given.push(seconds)
  await judge('mine.cjs', { compare })
  await check('mine.cjs', new AbortController().signal, { compare })
  t.equal(new Set(given).size, 1)
})
