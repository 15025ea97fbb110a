import t from 'tap'
import { findTerminalOptions } from './terminal.js'

t.test('colour only on a terminal, and never with NO_COLOR', async (t) => {
  t.equal(findTerminalOptions({ isTTY: true }, {}).color, true)
  t.equal(findTerminalOptions({ isTTY: true }, { NO_COLOR: '1' }).color, false)
  t.equal(findTerminalOptions({}, {}).color, false)
  t.equal(findTerminalOptions({}, { FORCE_COLOR: '1' }).color, false)
})

t.test('a report is as wide as its terminal, and has 80 columns elsewhere', async (t) => {
  t.equal(findTerminalOptions({ isTTY: true, columns: 66 }, {}).width, 66)
  t.equal(findTerminalOptions({ columns: 66 }, {}).width, 80)
})
