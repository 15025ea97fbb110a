import t from 'tap'
import { findSpeedChange, findSpeedDifference, splitIntoTwoSpeeds } from './speeds.js'
import { createRandom } from './random.js'

/** Normal noise, by the sum of twelve (Irwin and Hall). @param {import('./random.js').Random} random */
const normal = (random) => Array.from({ length: 12 }, () => random()).reduce((sum, value) => sum + value, -6)

/** @param {import('./random.js').Random} random @param {number} noise @param {[number, number][]} levels with how many values each has */
const series = (random, noise, levels) => levels.flatMap(([level, length]) => Array.from({ length }, () => level + noise * normal(random)))

const SEEDS = Array.from({ length: 100 }, (_, index) => index + 1)

t.test('a change of speed is found, with both levels', async (t) => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const others = series(random, 0.04, [[3, 16]])
    for (const levels of /** @type {[number, number][][]} */ ([[[1, 10], [1.6, 6]], [[1.6, 6], [1, 10]]])) {
      const [low, high] = findSpeedChange(series(random, 0.04, levels), others) ?? []
      t.ok(Math.abs(Number(low) - 1) < 0.1 && Math.abs(Number(high) - 1.6) < 0.1, `seed ${seed}: ${low}, ${high}`)
    }
  }
})

t.test('noise, bursts and the machine\'s changes are no change of speed', async (t) => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const others = series(random, 0.04, [[3, 16]])
    t.notOk(findSpeedChange(series(random, 0.1, [[1, 16]]), others), 'noise')
    t.notOk(findSpeedChange(series(random, 0.02, [[1, 8], [1.15, 8]]), others), 'less than 25 %')
    t.notOk(findSpeedChange(series(random, 0.04, [[1, 7], [2, 3], [1, 6]]), others), 'a burst')
    const slower = series(random, 0.04, [[1, 8], [1.6, 8]])
    t.notOk(findSpeedChange(slower, series(random, 0.04, [[3, 8], [3.6, 8]])), 'a machine that gets slower for all')
  }
})

t.test('two groups of processes are found, with the number of slower ones', async (t) => {
  // one-division on an Intel Sapphire Rapids, and fast, µs a call of six processes each
  const fast = [1.04, 0.67, 0.67, 1.00, 1.12, 0.66].map(Math.log)
  const found = splitIntoTwoSpeeds(fast, fast.map(() => 0))
  const { levels: [low, high], slower } = /** @type {NonNullable<typeof found>} */ (found)
  t.equal(slower, 3)
  t.same([low, high].map((level) => Math.exp(level).toFixed(2)), ['0.67', '1.04'])
  const ladder = [9.5, 9.2, 21, 8.6, 9.9, 22, 9.1, 20, 9, 9.4, 23].map(Math.log)
  t.equal(splitIntoTwoSpeeds(ladder, ladder.map(() => 1))?.slower, 4)
  // private-fields on Node 24: the medians are 29 % apart, the nearest two 24
  const fields = [8.3, 10.7, 8.3, 10.7, 8.3, 8.4, 10.7, 8.3, 10.4, 8.1, 10.5].map(Math.log)
  t.equal(splitIntoTwoSpeeds(fields, fields.map(() => 1))?.slower, 5)
  t.notOk(splitIntoTwoSpeeds(ladder, ladder), 'a machine that has two speeds itself')
  t.notOk(splitIntoTwoSpeeds([1, 1, 1, 1, 1, 2, 2], [0, 0, 0, 0, 0, 0, 0]), 'two odd ones are no group')
  t.notOk(splitIntoTwoSpeeds([1, 2], [0, 0]))
})

t.test('noise makes no groups more than three times in a thousand', async (t) => {
  const random = createRandom(5)
  const RUNS = 2000
  for (const [pairs, noise] of [[6, 0.05], [6, 0.3], [11, 0.1], [11, 0.3], [54, 0.3]]) {
    let told = 0
    const draw = () => series(random, noise, [[1, pairs]])
    for (let run = 0; run < RUNS; run++) {
      if (splitIntoTwoSpeeds(draw(), draw())) told++
    }
    t.ok(told <= 3 * RUNS / 1000, `${pairs} pairs that scatter by ${noise}: ${told} of ${RUNS}`)
  }
})

t.test('a cost that changes with the input', async (t) => {
  t.same(findSpeedDifference([1, 2], 0), [1, 2])
  t.same(findSpeedDifference([2, 1], 0), [1, 2])
  t.notOk(findSpeedDifference([1, 1.2], 0), 'by less than 25 %')
  t.notOk(findSpeedDifference([1, 2], 1), 'where it changes for the others too')
  t.notOk(findSpeedDifference([1, 1.1], 0.9), 'or for the others only')
})
