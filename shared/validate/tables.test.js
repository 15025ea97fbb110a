import t from 'tap'
import { formatKnownRatiosTable, formatToolsTable } from './tables.js'

t.test('a tool is wrong if it finds a difference between equal programs, or misses a true one', async (t) => {
  const common = { kind: /** @type {const} */ ('function'), noise: /** @type {const} */ ('quiet'), budget: 3, node: 'v20.0.0', engine: '' }
  const table = formatToolsTable([
    { ...common, tool: 'mitata', ratio: 1, says: 'slower', seconds: 2 },
    { ...common, tool: 'mitata', ratio: 1, says: 'undecided', seconds: 2 },
    { ...common, noise: 'one busy', tool: 'mitata', ratio: 1, says: 'faster', seconds: 2 },
    { ...common, tool: 'mitata', ratio: 1.1, says: 'slower', seconds: 3 },
    { ...common, tool: 'this engine', ratio: 1.1, says: 'faster', seconds: 1 },
  ])
  t.match(table, '| function, 3 s |')
  t.match(table, '| mitata | 1 of 2 · 1 of 1 | 1 of 1 · – | – · – | 3.0 s |')
  t.match(table, '| this engine | – · – | 0 of 1 · – | – · – | 1.0 s |')
})

t.test('the engine is right about equal sides if it stays undecided, and wrong only with a verdict', async (t) => {
  const common = { kind: /** @type {const} */ ('heap'), noise: /** @type {const} */ ('quiet'), reads: 1, pairs: 4, seconds: 2, most: 10, node: 'v20.0.0', engine: '' }
  const table = formatKnownRatiosTable([
    { ...common, ratio: 1, says: 'undecided' },
    { ...common, ratio: 1, says: 'faster' },
    { ...common, ratio: 2, says: 'faster', reads: 1.98 },
    { ...common, ratio: 2, says: 'undecided', reads: 1.9 },
  ])
  t.match(table, '| true ratio | 1× | 2× |')
  t.match(table, '| heap | 1 of 2, 1.00× | 1 of 2, 1.94× |')
  t.match(table, 'Wrong: 1 of 4.')
})
