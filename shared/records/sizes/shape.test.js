import t from 'tap'
import { describeGrowth } from './shape.js'

const round = (value) => Number(value.toFixed(2))

const grow = (sizes, cost) => describeGrowth(sizes, sizes.map(cost))

t.test('the exponent of a cost without a cliff', async (t) => {
  const sizes = [1000, 4000, 16_000, 64_000]
  for (const exponent of [0, 1, 1.5, 2, 3]) {
    const { exponent: found, cliff } = grow(sizes, (size) => 3 * size ** exponent)
    t.equal(round(found), exponent)
    t.equal(cliff, null, `${exponent}`)
  }
  t.equal(grow([16, 18, 20, 22], (size) => 2 ** size).cliff, null, 'a cost that doubles with each character has no cliff')
  t.equal(grow(sizes, (size) => size === 16_000 ? 1.5 * size : size).cliff, null, 'noise of a half is none')
})

t.test('a cliff, with the exponents on its two sides', async (t) => {
  const { exponent, cliff } = grow([4000, 16_000, 17_000, 34_000], (size) => size > 16_384 ? size ** 2 : 20 * size)
  t.equal(round(exponent), 1)
  t.match(cliff, { after: 16_000, before: 17_000 })
  t.equal(Math.round(Number(cliff?.times)), 903)
  t.equal(round(Number(cliff?.exponent)), 2)
  t.equal(grow([4000, 8000, 16_000, 17_000], (size) => size > 16_384 ? 50 * size : size).cliff?.exponent, null, 'at the last step')
})
