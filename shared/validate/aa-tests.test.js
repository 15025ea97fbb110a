import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { describeMachine } from '@hotpath-labs/engine/machine.js'
import { createRandom } from '@hotpath-labs/engine/stats/random.js'
import { rewriteValidationTables } from './write-tables.js'
import { appendAATest, readAATests } from './aa-tests.js'
import { COMPARED_RULES, summarizeBlocks, computeMannWhitneyPValue, computeErrorRateLimit, computeWelchPValue } from './replay.js'
import { formatAATestsTable } from './tables.js'

/** @import { Comparison } from './aa-tests.js' */

const random = createRandom(3)
const around = (/** @type {number} */ centre, /** @type {number} */ scatter) => centre * (1 + scatter * (2 * random() - 1))

/** An A/A test whose processes differ in speed. @param {number} apart @param {number} [times] the cost of slow @returns {Comparison} */
function comparison (apart, times = 1) {
  const blocks = () => {
    const level = around(15, apart)
    return Array.from({ length: 16 }, () => around(level, 0.01))
  }
  const pairs = Array.from({ length: 6 }, () => ({ slow: blocks().map((cost) => times * cost), fast: blocks() }))
  const run = { says: /** @type {const} */ ('undecided'), seconds: 2, most: 2, node: 'v20.0.0', on: '2026-01-01', machine: describeMachine() }
  return { kind: 'function', noise: 'quiet', seed: 1, ...run, ...summarizeBlocks(pairs) }
}

t.test('appended rows are read again', async (t) => {
  const folder = t.testdir()
  const rows = [comparison(0.05), comparison(0.05)]
  t.same(readAATests(folder), [])
  for (const row of rows) appendAATest(row, folder)
  t.same(readAATests(folder), rows)
  t.same(readdirSync(folder).map((name) => /\.jsonl\.gz$/.test(name)), [true])
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
  const wrong = comparison(0, 3)
  const one = { ...wrong, pairs: wrong.pairs.slice(0, 1) }
  const table = formatAATestsTable([wrong, ...Array.from({ length: 199 }, () => comparison(0)), one])
  t.match(table, '| this engine | 1 of 200 | 0.5 % | 2.3 % |')
  t.match(table, `Tests by processor: ${describeMachine().cpu} (200). By program: function (200).`, 'of one pair nothing can be said')
})

t.test('the page shows what is recorded', async (t) => {
  const page = readFileSync(new URL('../../docs/judging.md', import.meta.url), 'utf8')
  t.match(page, '<!-- end of table -->')
  t.equal(rewriteValidationTables(page), page)
})
