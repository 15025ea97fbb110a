import t from 'tap'
import { terminalOptions } from './terminal.js'

t.test('colour only on a terminal, and never with NO_COLOR', async (t) => {
  t.equal(terminalOptions({ isTTY: true }, {}).color, true)
  t.equal(terminalOptions({ isTTY: true }, { NO_COLOR: '1' }).color, false)
  t.equal(terminalOptions({}, {}).color, false)
  t.equal(terminalOptions({}, { FORCE_COLOR: '1' }).color, false)
})

t.test('a report is as wide as its terminal, and has 80 columns elsewhere', async (t) => {
  t.equal(terminalOptions({ isTTY: true, columns: 66 }, {}).width, 66)
  t.equal(terminalOptions({ columns: 66 }, {}).width, 80)
})
