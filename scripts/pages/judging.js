import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { writeWhole } from 'hotpath/files'
import { formatSweepTable, findJournalFile, formatKnownRatiosTable, formatEqualProgramsTable, formatToolsTable, readJournal, readNulls, findTodaysRows } from '@hotpath-labs/validate'

const PAGE = join(ROOT, 'docs', 'judging.md')
const TABLES = {
  live: () => formatKnownRatiosTable(findTodaysRows(readJournal(findJournalFile('live')))),
  peers: () => formatToolsTable(findTodaysRows(readJournal(findJournalFile('peers')))),
  grid: () => formatSweepTable(findTodaysRows(readJournal(findJournalFile('grid')))),
  nulls: () => formatEqualProgramsTable(readNulls()),
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
