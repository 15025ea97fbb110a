import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { journalFile, readJournal } from '../shared/validate/journal.js'
import { gridTable, liveTable, peersTable } from '../shared/validate/tables.js'

const PAGE = fileURLToPath(new URL('../docs/judging.md', import.meta.url))
const TABLES = { live: liveTable, peers: peersTable, grid: gridTable }

/** A place in the page that shows a table of what has been kept. */
const PLACE = /(<!-- table of (live|peers|grid)[^>]* -->\n)[^]*?(<!-- end of table -->)/g

/** Writes what `pnpm validate` has kept so far into the page that shows it. */
export function writeTables () {
  const text = readFileSync(PAGE, 'utf8')
  writeFileSync(PAGE, text.replaceAll(PLACE, (whole, start, name, end) => `${start}\n${TABLES[/** @type {keyof typeof TABLES} */ (name)](readJournal(journalFile(name)))}\n\n${end}`))
}
