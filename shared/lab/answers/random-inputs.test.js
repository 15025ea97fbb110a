import t from 'tap'
import { serializer } from '@hotpath-labs/engine/worker/index.cjs'
import { compareAnswersToRandomInputs } from './random.js'

const right = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / 2

function drawn (fast, seed = 1) {
  const functions = /** @type {Record<string, (numbers: number[]) => any>} */ ({ slow: right, fast })
  const workload = { tolerance: 0, randomInputs: (fc) => fc.tuple(fc.array(fc.nat(100), { maxLength: 20 })) }
  const plan = { lab: { manifest: { kind: 'function' } }, programs: { slow: {}, fast: {} }, workload }
  return compareAnswersToRandomInputs(/** @type {any} */ ({ plan, reference: 'slow', session: { seed } }), async (variant, calls) => serializer.decode(structuredClone(calls)).map((args) => {
    try {
      return { value: serializer.encode(functions[variant](args[0])), after: serializer.encode(args) }
    } catch (error) {
      return { threw: error.name, after: serializer.encode(args) }
    }
  }))
}

t.test('equal answers to random cases pass', async (t) => {
  t.match(await drawn(right), { verdict: 'same', checked: 100, difference: null })
})

t.test('a wrong answer is reported with the smallest arguments', async (t) => {
  const lossy = (numbers) => numbers.some((number) => number > 2) ? 1 : right(numbers)
  t.equal((await drawn(lossy)).difference, 'fast, for [3]: expected 1.5, got 1')
  const throws = (numbers) => numbers.length === 7 ? right(/** @type {any} */ (null)) : right(numbers)
  t.equal((await drawn(throws)).difference, 'fast, for [0, 0, 0, 0, 0, 0, 0]: expected 0, got a TypeError')
})

t.test('changed arguments are reported with the smallest arguments', async (t) => {
  const empties = (numbers) => {
    let sum = 0
    while (numbers.length) sum += Number(numbers.pop())
    return sum / 2
  }
  t.equal((await drawn(empties)).difference, 'fast, for [0]: changes its arguments')
})

t.test('another seed draws other arguments', async (t) => {
  /** @type {string[]} */
  const seen = []
  for (const seed of [1, 2]) {
    let all = ''
    await drawn((numbers) => {
      all += numbers.join()
      return right(numbers)
    }, seed)
    seen.push(all)
  }
  t.not(seen[0], seen[1])
})
