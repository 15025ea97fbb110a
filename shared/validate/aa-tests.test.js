import { appendFileSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { describeMachine } from '@hotpath-labs/engine/machine.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { rewriteValidationTables } from './write-tables.js'
import { appendAATest, readAATests } from './aa-tests.js'
import { COMPARED_RULES, computeMannWhitneyPValue, computeErrorRateLimit, computeWelchPValue } from './replay.js'
import { formatAATestsTable } from './tables.js'

/** @import { Comparison } from './aa-tests.js' */

const random = createRandom(3)
const around = (/** @type {number} */ centre, /** @type {number} */ scatter) => centre * (1 + scatter * (2 * random() - 1))

/** An A/A test whose processes differ in speed. @param {number} apart @returns {Comparison} */
function comparison (apart) {
  const blocks = () => {
    const level = around(15, apart)
    return Array.from({ length: 16 }, () => around(level, 0.01))
  }
  return { kind: 'function', noise: 'quiet', seed: 1, says: 'undecided', seconds: 2, most: 2, node: 'v20.0.0', on: '2026-01-01', machine: describeMachine(), pairs: Array.from({ length: 6 }, () => ({ slow: blocks(), fast: blocks() })) }
}

t.test('appended rows are read again, and half a row loses only itself', async (t) => {
  const folder = t.testdir()
  const rows = [comparison(0.05), comparison(0.05), comparison(0.05)]
  t.same(readAATests(folder), [])
  appendAATest(rows[0], folder)
  appendAATest(rows[1], folder)
  t.same(readAATests(folder), rows.slice(0, 2))
  const [name] = readdirSync(folder)
  const file = join(folder, name)
  const whole = readFileSync(file)
  for (const length of [3, 40, whole.length / 2 - 3]) {
    appendFileSync(file, whole.subarray(0, length))
    t.same(readAATests(folder).slice(0, 2), rows.slice(0, 2), `${length} bytes of another`)
    appendAATest(rows[2], folder)
    t.same(readAATests(folder).at(-1), rows[2])
  }
})

t.test('rules that take blocks as independent find differences between equal programs', async (t) => {
  const nulls = Array.from({ length: 300 }, () => comparison(0.05))
  const rates = Object.fromEntries(Object.entries(COMPARED_RULES).map(([rule, finds]) => [rule, nulls.filter(finds).length / nulls.length]))
  for (const rule of ['Welch at 5 %, all blocks', 'Mann-Whitney U at 5 %, all blocks', '95 % intervals that do not overlap, all blocks', 'averages more than 2 % apart']) t.ok(rates[rule] > 0.1, `${rule}: ${rates[rule]}`)
  t.ok(rates['Welch at 5 %, each process once'] < 0.1)
  t.equal(rates['this engine'], 0)
})

t.test('Welch and Mann-Whitney give the known p', async (t) => {
  // by hand: t = 1.9757 of 7.71 degrees; U = 4.5, z = 1.6866
  t.ok(Math.abs(computeWelchPValue([[1, 2, 3, 4, 5], [3, 4, 5, 6, 8]]) - 0.0850) < 0.001)
  t.ok(Math.abs(computeMannWhitneyPValue([[1, 2, 3, 4, 5], [3, 4, 5, 6, 8]]) - 0.0917) < 0.001)
  t.equal(computeWelchPValue([[1], [2]]), 1)
  t.equal(computeMannWhitneyPValue([[1, 1], [1, 1]]), 1)
})

t.test('the proven error rate follows from the number of A/A tests', async (t) => {
  t.ok(Math.abs(computeErrorRateLimit(0, 3000) - 3 / 3000) < 1e-5, 'the rule of three')
  t.ok(Math.abs(computeErrorRateLimit(1, 200) - 0.0235) < 0.0005)
  t.equal(computeErrorRateLimit(5, 5), 1)
  const fine = comparison(0)
  const wrong = { ...fine, pairs: fine.pairs.map(({ slow, fast }) => ({ slow: slow.map((cost) => 3 * cost), fast })) }
  const one = { ...wrong, pairs: wrong.pairs.slice(0, 1) }
  const table = formatAATestsTable([wrong, ...Array.from({ length: 199 }, () => comparison(0)), one])
  t.match(table, '| this engine | 1 of 200 | 0.5 % | 2.3 % |')
  t.match(table, `Number of tests by processor: ${describeMachine().cpu} (200). By program and noise: function, quiet (200). Pairs that a test took, with the number of such tests: function: 6 pairs (199), 2 pairs (1).`, 'of one pair nothing can be said')
  t.equal(formatAATestsTable([]), 'None has been recorded yet.')
})

t.test('the page shows what is recorded', async (t) => {
  const page = readFileSync(new URL('../../docs/judging.md', import.meta.url), 'utf8')
  t.match(page, '<!-- end of table -->')
  t.equal(rewriteValidationTables(page), page)
})
