import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { readValidationResults } from './journal.js'
import { formatKnownRatiosTable, formatAATestsTable, formatToolsTable } from './tables.js'
import { formatCompareTables, formatReplayTable } from './compare/table.js'
import { selectCurrentLoops } from './loops/judge.js'
import { formatLoopsTable } from './loops/table.js'
import { readAATests } from './aa-tests.js'
import { selectCurrentCompareResults } from './compare/proof.js'
import { selectCurrentReplays } from './compare/replay-trials.js'
import { selectResultsOfCurrentEngine } from './engine.js'

const PAGE = join(ROOT, 'docs', 'judging.md')
const TABLES = {
  live: () => formatKnownRatiosTable(selectResultsOfCurrentEngine(readValidationResults('live'))),
  peers: () => formatToolsTable(selectResultsOfCurrentEngine(readValidationResults('peers'))),
  compare: () => formatCompareTables(selectCurrentCompareResults(readValidationResults('compare'))),
  replays: () => formatReplayTable(selectCurrentReplays(readValidationResults('replays'))),
  loops: () => formatLoopsTable(selectCurrentLoops(readValidationResults('loops'))),
  nulls: () => formatAATestsTable(readAATests()),
}

/** Pattern of a block in a page that contains a table of recorded verdicts. */
const PLACE = /(<!-- table of (live|peers|compare|replays|loops|nulls)[^>]* -->\n)[^]*?(<!-- end of table -->)/g

/** Writes tables of the verdicts that `pnpm validate` has recorded into docs/judging.md. */
export function writeValidationTables () {
  writeFileAtomically(PAGE, rewriteValidationTables(readFileSync(PAGE, 'utf8')))
}

/** @param {string} text of a page @returns {string} the page with tables of the recorded verdicts */
export function rewriteValidationTables (text) {
  return text.replaceAll(PLACE, (_, start, name, end) => `${start}\n${TABLES[/** @type {keyof typeof TABLES} */ (name)]()}\n\n${end}`)
}
