import t from 'tap'
import serializer from '../../worker/serializer.cjs'
import { detectMemoization } from './memoization.js'

const ROUND = 8

/** A function whose times are made up. @param {{ freshNs: number, repeatedNs: number }} ns of a call @param {(number: number) => number} [answer] */
const made = ({ freshNs, repeatedNs }, answer = (number) => number + 1) => ({
  ask: async (/** @type {string} */ question, /** @type {any} */ { inputs }) => ({
    freshNs: freshNs * ROUND,
    repeatedNs: repeatedNs * ROUND,
    answers: serializer.encode(serializer.decode(inputs).map((/** @type {number[]} */ [number]) => answer(number))),
  }),
})

/** @param {any} fast */
function compare (fast) {
  let drawn = 0
  const run = { reference: 'slow', lab: { manifest: { workload: { within: 0 } } } }
  return detectMemoization(/** @type {any} */ (run), /** @type {any} */ (new Map([['slow', made({ freshNs: 3000, repeatedNs: 2000 })], ['fast', fast]])), () => [[++drawn], [++drawn]])
}

t.test('new arguments that cost twice as much, as they lie in another cache, are nothing', async (t) => {
  await t.resolves(compare(made({ freshNs: 600, repeatedNs: 300 })))
})

t.test('nor are those of a function that does next to nothing', async (t) => {
  await t.resolves(compare(made({ freshNs: 211, repeatedNs: 41 })))
})

t.test('new ones that cost by far more', async (t) => {
  await t.rejects(compare(made({ freshNs: 2000, repeatedNs: 20 })), /^fast remembers answers: a call takes 20 ns with repeated arguments, and 2000 ns with new ones$/)
})

t.test('an answer that fits the old ones only', async (t) => {
  await t.rejects(compare(made({ freshNs: 300, repeatedNs: 300 }, () => 2)), /^fast answers 2 to new arguments, and slow answers 3$/)
})
