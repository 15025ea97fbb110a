import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeWhole } from '../../shared/page/file.js'
import { todays } from '../../shared/validate/engine.js'
import { journalFile, readJournal } from '../../shared/validate/journal.js'
import { readNulls } from '../../shared/validate/nulls.js'
import { gridTable, liveTable, nullsTable, peersTable } from '../../shared/validate/tables.js'

const PAGE = fileURLToPath(new URL('../../docs/judging.md', import.meta.url))
const TABLES = {
  live: () => liveTable(todays(readJournal(journalFile('live')))),
  peers: () => peersTable(todays(readJournal(journalFile('peers')))),
  grid: () => gridTable(todays(readJournal(journalFile('grid')))),
  nulls: () => nullsTable(readNulls()),
}

/** A place in the page that shows a table of what has been kept. */
const PLACE = /(<!-- table of (live|peers|grid|nulls)[^>]* -->\n)[^]*?(<!-- end of table -->)/g

/** Writes what `pnpm validate` has kept so far into the page that shows it. */
export function writeTables () {
  const text = readFileSync(PAGE, 'utf8')
  writeWhole(PAGE, withTables(text))
}

/** @param {string} text of a page @returns {string} the same with the tables of what has been kept */
export function withTables (text) {
  return text.replaceAll(PLACE, (_, start, name, end) => `${start}\n${TABLES[/** @type {keyof typeof TABLES} */ (name)]()}\n\n${end}`)
}
