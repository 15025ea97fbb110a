import { fileURLToPath } from 'node:url'
import t from 'tap'
import { runAutocannonOnLab } from '../bench.js'

const LABS = fileURLToPath(new URL('../../../labs', import.meta.url))

t.test('bench passes only options that autocannon knows', async (t) => {
  const printed = t.capture(console, 'log')
  await runAutocannonOnLab(`${LABS}/promise-all-limit`, { duration: 1 })
  const tables = printed().map(({ args }) => args[0]).filter((text) => /requests in/.test(text))
  t.equal(tables.length, 3, 'a table for each variant')
})
