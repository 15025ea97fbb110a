import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@hotpath-labs/project'
import { writeFileAtomically } from 'hotpath/files'
import {
  findValidationResultsFile, formatKnownRatiosTable, formatCompareTables, formatAATestsTable, formatReplayTable,
  formatToolsTable, readValidationResults, readAATests, selectCurrentCompareResults, selectCurrentReplays, selectResultsOfCurrentEngine,
} from '@hotpath-labs/validate'

const PAGE = join(ROOT, 'docs', 'judging.md')
const TABLES = {
  live: () => formatKnownRatiosTable(selectResultsOfCurrentEngine(readValidationResults(findValidationResultsFile('live')))),
  peers: () => formatToolsTable(selectResultsOfCurrentEngine(readValidationResults(findValidationResultsFile('peers')))),
  compare: () => formatCompareTables(selectCurrentCompareResults(readValidationResults(findValidationResultsFile('compare')))),
  replays: () => formatReplayTable(selectCurrentReplays(readValidationResults(findValidationResultsFile('replays')))),
  nulls: () => formatAATestsTable(readAATests()),
}

/** Pattern of a block in docs/judging.md that contains a table of recorded verdicts. */
const PLACE = /(<!-- table of (live|peers|compare|replays|nulls)[^>]* -->\n)[^]*?(<!-- end of table -->)/g

/** Writes tables of the verdicts that `pnpm validate` has recorded into docs/judging.md. */
export function writeValidationTables () {
  const text = readFileSync(PAGE, 'utf8')
  writeFileAtomically(PAGE, rewriteValidationTables(text))
}

/** @param {string} text of a page @returns {string} the page with tables of the recorded verdicts */
export function rewriteValidationTables (text) {
  return text.replaceAll(PLACE, (_, start, name, end) => `${start}\n${TABLES[/** @type {keyof typeof TABLES} */ (name)]()}\n\n${end}`)
}
