import t from 'tap'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { detectMemoization } from './memoization.js'

/** @import { Random } from '@hotpath-labs/engine/stats/random.js' */

const ROUND = 8

/**
 * A function with made-up times. Arguments of an earlier round cost what repeated ones cost.
 *
 * @param {{ freshNs: number, repeatedNs: number }[]} rounds ns of a call in each round; the last one stands for all later ones
 * @param {(number: number) => number} [answer]
 */
function made (rounds, answer = (number) => number + 1) {
  let round = 0
  /** @type {number[][]} */
  const answers = []
  const known = new Set()
  return {
    ask: async (/** @type {string} */ question, /** @type {any} */ { inputs } = {}) => {
      if (question === 'freshAnswers') return serializer.encode(answers)
      const { freshNs, repeatedNs } = rounds[Math.min(round++, rounds.length - 1)]
      const numbers = serializer.read(inputs).map((/** @type {number[]} */ [number]) => number)
      const isNew = !known.has(numbers[0])
      for (const number of numbers) known.add(number)
      answers.push(numbers.map(answer))
      return { freshNs: (isNew ? freshNs : repeatedNs) * ROUND, repeatedNs: repeatedNs * ROUND }
    },
  }
}

/** @param {any} fast */
function compare (fast) {
  const inputs = (/** @type {Random} */ random) => [[random.int(2, 1e9)], [random.int(2, 1e9)]]
  const trial = { reference: 'slow', session: { seed: 1, random: createRandom(1) }, plan: { workload: { tolerance: 0, inputs } } }
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
  await t.rejects(compare(made([{ freshNs: 300, repeatedNs: 300 }], () => 2)), /^fast .* 2 .* \d+, .* slow$/)
})
