import { join } from 'node:path'
import t from 'tap'
import { appendValidationResult, listTestedCombinations, chooseLeastTestedCombination, readValidationResults } from './journal.js'

t.test('what is appended is read again, and where there is nothing there are no rows', async (t) => {
  const folder = join(t.testdir(), 'deeper')
  t.same(readValidationResults('rows', folder), [])
  appendValidationResult('rows', { kind: 'heap', ratio: 1 }, folder)
  appendValidationResult('rows', { kind: 'server', ratio: 2 }, folder)
  t.same(readValidationResults('rows', folder), [{ kind: 'heap', ratio: 1 }, { kind: 'server', ratio: 2 }])
})

t.test('cells are every kind in every noise at every ratio, within the limits', async (t) => {
  const cells = (limits) => listTestedCombinations(['function', 'heap'], ['quiet', 'bursts'], { 1: 5, 1.1: 4 }, limits)
  t.equal(cells({}).length, 8)
  t.same(cells({ kind: 'heap', noise: 'bursts' }), [{ kind: 'heap', noise: 'bursts', ratio: 1, weight: 5 }, { kind: 'heap', noise: 'bursts', ratio: 1.1, weight: 4 }])
})

t.test('the cell with the fewest rows for its weight comes next', async (t) => {
  const cells = [{ kind: 'heap', ratio: 1, weight: 5 }, { kind: 'heap', ratio: 2, weight: 1 }, { kind: 'server', ratio: 1, weight: 1 }]
  const row = (cell) => ({ ...cells[cell], more: 'things' })
  const next = (...known) => chooseLeastTestedCombination(cells, known.map(row), ['kind', 'ratio'])
  t.same(next(0, 2), { kind: 'heap', ratio: 2 })
  t.same(next(0, 1, 2), { kind: 'heap', ratio: 1 }, 'one of five is less than one of one')
  t.same(next(0, 0, 0, 0, 0, 0, 1, 1, 2), { kind: 'server', ratio: 1 })
})
