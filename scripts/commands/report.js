import { join } from 'node:path'
import { formatExamples } from '@hotpath-labs/terminal/terminal.js'
import { formatTodaysDate } from '@hotpath-labs/engine/machine.js'
import { listFiguresByNode, collectRecordedClaims } from '@hotpath-labs/records/figures/figures.js'
import { resolveUserPath } from '@hotpath-labs/engine/files.js'
import { planClaims } from '@hotpath-labs/lab/plans.js'
import { resolveLabFolder, listLabNames, findAttendeeFolder, formatPath } from '@hotpath-labs/lab/project/project.js'
import { loadLab } from '@hotpath-labs/lab/load.js'
import { renderReportPage } from '@hotpath-labs/site/report/report.js'
import { listResultsByNodeVersion, readLastResult, readResultFiles } from '@hotpath-labs/command-line/results.js'
import { writePage } from '@hotpath-labs/command-line/write-page.js'

/**
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 * @import { Reported } from '@hotpath-labs/site/report/report.js'
 */

const findDefaultFile = () => join(findAttendeeFolder(), 'report.html')

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('report')
    .description('write one page with all results: bar charts, ratios and verdicts')
    .argument('[files...]', 'results written by verify --json or lab --json, from any machine; default: the last results of this machine')
    .option('--out <file>', `the file to write; default: ${formatPath(findDefaultFile())}`)
    .option('--open', 'open the page in the browser')
    .addHelpText('after', `
Examples:
${formatExamples([
  ['report --open', 'all labs, with their last results'],
  ['report laptop.json server.json --out both.html', 'two machines side by side'],
])}

The page is one file without scripts; it needs no network. Nothing is measured:
a lab without a result shows the figures on record.

Exit codes: 0 written, 2 usage, 4 cannot be written`)
    .action(writeReport)
}

/** @param {string[]} files @param {{ out?: string, open?: boolean }} options */
async function writeReport (files, { out, open }) {
  const results = files.length
    ? readResultFiles(files).flatMap(listResultsByNodeVersion)
    : listLabNames().flatMap((name) => readLastResult(name) ?? [])
  const names = listLabs(results, files.length > 0)
  const labs = await Promise.all(names.map((name) => describeLab(name, results.filter(({ lab }) => lab === name))))
  const file = out === undefined ? findDefaultFile() : resolveUserPath(out)
  await writePage(file, renderReportPage(labs, formatTodaysDate()), open)
}

/**
 * Lists the names of labs for the report: first this project's labs, then labs of other projects.
 *
 * @param {Result[]} results
 * @param {boolean} onlyMeasured leaves out labs without a result
 * @returns {string[]}
 */
function listLabs (results, onlyMeasured) {
  const measured = new Set(results.map(({ lab }) => lab))
  return [...new Set([...listLabNames().filter((name) => !onlyMeasured || measured.has(name)), ...measured])]
}

/** @param {string} name from a result, so only a lab of this project is loaded @param {Result[]} results @returns {Promise<Reported>} */
async function describeLab (name, results) {
  const folder = listLabNames().includes(name) ? resolveLabFolder(name) : undefined
  if (!folder) return { name, plan: null, results, figures: {} }
  const lab = await loadLab(folder)
  return {
    name,
    plan: planClaims(lab),
    results,
    figures: Object.fromEntries(collectRecordedClaims(lab).map((recorded) => [recorded.claim.id, listFiguresByNode(recorded)])),
  }
}
