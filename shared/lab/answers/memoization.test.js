import t from 'tap'
import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { detectMemoization } from './memoization.js'

const ROUND = 8

/**
 * A function with made-up times.
 *
 * @param {{ freshNs: number, repeatedNs: number }[]} rounds ns of a call in each round; the last one stands for all later ones
 * @param {(number: number) => number} [answer]
 */
function made (rounds, answer = (number) => number + 1) {
  let round = 0
  /** @type {number[][]} */
  const answers = []
  return {
    ask: async (/** @type {string} */ question, /** @type {any} */ { inputs } = {}) => {
      if (question === 'freshAnswers') return serializer.encode(answers)
      const { freshNs, repeatedNs } = rounds[Math.min(round++, rounds.length - 1)]
      answers.push(serializer.read(inputs).map((/** @type {number[]} */ [number]) => answer(number)))
      return { freshNs: freshNs * ROUND, repeatedNs: repeatedNs * ROUND }
    },
  }
}

/** @param {any} fast */
function compare (fast) {
  let drawn = 0
  const inputs = () => [[++drawn], [++drawn]]
  const trial = { reference: 'slow', session: { random: {} }, plan: { workload: { tolerance: 0, inputs } } }
  return detectMemoization(/** @type {any} */ (trial), /** @type {any} */ (new Map([['slow', made([{ freshNs: 3000, repeatedNs: 2000 }])], ['fast', fast]])))
}

t.test('new arguments may cost twice as much', async (t) => {
  await t.resolves(compare(made([{ freshNs: 600, repeatedNs: 300 }])))
})

t.test('new arguments of a trivial function may cost many times as much', async (t) => {
  await t.resolves(compare(made([{ freshNs: 211, repeatedNs: 41 }])))
})

t.test('new arguments that cost far more reveal a cache of answers', async (t) => {
  await t.rejects(compare(made([{ freshNs: 2000, repeatedNs: 20 }])), /^fast .* 20 .* 2000/)
})

t.test('code that V8 discards for new arguments is no cache', async (t) => {
  await t.resolves(compare(made([{ freshNs: 80_000, repeatedNs: 2700 }, { freshNs: 17_000, repeatedNs: 18_000 }])))
})

t.test('a round in which the repeated calls are disturbed hides no cache', async (t) => {
  const caches = { freshNs: 2000, repeatedNs: 20 }
  await t.rejects(compare(made([caches, { freshNs: 2000, repeatedNs: 9000 }, caches])), /^fast caches answers/)
})

t.test('a wrong answer to new arguments is a failure', async (t) => {
  await t.rejects(compare(made([{ freshNs: 300, repeatedNs: 300 }], () => 2)), /^fast .* 2 .* 3, .* slow$/)
})
