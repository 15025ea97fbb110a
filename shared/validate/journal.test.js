import { join } from 'node:path'
import t from 'tap'
import { appendJournal, readJournal, scarcest } from './journal.js'

t.test('what is appended is read again, and where there is nothing there are no rows', async (t) => {
  const file = join(t.testdir(), 'deeper', 'rows.jsonl')
  t.same(readJournal(file), [])
  appendJournal(file, { kind: 'heap', ratio: 1 })
  appendJournal(file, { kind: 'server', ratio: 2 })
  t.same(readJournal(file), [{ kind: 'heap', ratio: 1 }, { kind: 'server', ratio: 2 }])
})

t.test('the cell with the fewest rows for its weight comes next', async (t) => {
  const cells = [{ kind: 'heap', ratio: 1, weight: 5 }, { kind: 'heap', ratio: 2, weight: 1 }, { kind: 'server', ratio: 1, weight: 1 }]
  const row = (/** @type {number} */ cell) => ({ ...cells[cell], more: 'things' })
  const next = (/** @type {number[]} */ ...known) => scarcest(cells, known.map(row), ['kind', 'ratio'])
  t.equal(next(0, 2), cells[1])
  t.equal(next(0, 1, 2), cells[0], 'one of five is less than one of one')
  t.equal(next(0, 0, 0, 0, 0, 0, 1, 1, 2), cells[2])
})
