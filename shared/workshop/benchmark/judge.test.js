import t from 'tap'
import { resolveLabFolder } from '@hotpath-labs/project'
import { VariantFailure } from 'hotpath/failures'
import { loadLab } from 'hotpath/lab'
import { formatReachedExerciseStep } from 'hotpath/report'
import { ANSWER_TOLERANCE, judgeBenchmark } from './judge.js'

/**
 * Judges a benchmark that answers the given ratios by pair, in turn; the truth if none is given.
 *
 * @param {Record<string, number[]>} answers
 * @param {(limitSeconds: number) => void} [onCall]
 */
async function judge (answers, onCall = () => {}) {
  const lab = await loadLab(String(resolveLabFolder('lying-benchmark')))
  return judgeBenchmark(lab, '/my/mine.cjs', {
    compare: async ({ name, truth }, limitSeconds) => {
      onCall(limitSeconds)
      return answers[name]?.shift() ?? truth
    },
  })
}

t.test('right answers pass, up to the tolerance', async (t) => {
  const { verdict, pairs, step } = await judge({ twice: [2 * (1 + 0.9 * ANSWER_TOLERANCE)], tenth: [1.1 * (1 - 0.9 * ANSWER_TOLERANCE)] })
  t.equal(verdict, 'holds')
  t.ok(pairs?.every(({ holds }) => holds))
  t.equal(step && formatReachedExerciseStep(step), 'step 7 of 7: past shared-helper, the last pair')
})

t.test('the first wrong pair is the step of an attempt', async (t) => {
  const { verdict, pairs, step } = await judge({ 'dead-code': [0.1, 0.1], 'shared-helper': [7] })
  t.equal(verdict, 'broken')
  t.same(pairs?.filter(({ holds }) => !holds).map(({ name }) => name), ['dead-code', 'shared-helper'])
  t.equal(step && formatReachedExerciseStep(step), 'step 3 of 7: past tenth, at dead-code; next: use every result')
  const first = await judge({ equal: [1.2, 1 + 1.1 * ANSWER_TOLERANCE] })
  t.equal(first.step && formatReachedExerciseStep(first.step), 'step 0 of 7: not yet at equal; next: divide the time of a by the time of b')
})

t.test('one wrong answer is asked for again, because another program may have disturbed it', async (t) => {
  t.equal((await judge({ drift: [0.5] })).verdict, 'holds')
  t.equal((await judge({ drift: [0.5], pause: [1.5] })).verdict, 'broken', 'only one')
})

t.test('a benchmark that takes its time uses the spare time of all pairs', async (t) => {
  /** @type {number[]} */
  const limits = []
  await judge({}, (limit) => limits.push(limit))
  t.equal(limits.length, 7)
  t.ok(limits.every((limit) => limit === limits[0]), 'nothing is used by fast answers')
})

t.test('a failure ends the run, without a place among the pairs', async (t) => {
  const lab = await loadLab(String(resolveLabFolder('lying-benchmark')))
  let calls = 0
  const compare = async () => {
    if (++calls === 2) throw new VariantFailure('mine', 'answers NaN')
    return 1
  }
  const { verdict, failure, pairs, step } = await judgeBenchmark(lab, '/my/mine.cjs', { compare })
  t.equal(verdict, 'broken')
  t.match(failure, { variant: 'mine', what: 'answers NaN' })
  t.equal(pairs?.length, 1)
  t.equal(step, undefined)
  t.equal(calls, 2)
})
