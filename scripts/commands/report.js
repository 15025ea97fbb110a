import { dirname, join } from 'node:path'
import { today } from '../../shared/measure/machine.js'
import { curveFile, majorOf, readRecord } from '../../shared/curve/record.js'
import { fromCaller } from '../../shared/lab/caller.js'
import { labFolder, labNames, loadLab } from '../../shared/lab/find.js'
import { readingsOf, recordsOf } from '../../shared/ledger/readings.js'
import { MY, makeFolder, shown } from '../../shared/mine/place.js'
import { writeNamed } from '../../shared/page/file.js'
import { reportPage } from '../../shared/report/html/report.js'
import { EXIT } from '../measuring.js'
import { openPage } from '../open.js'
import { lastResult } from '../results.js'
import { resultsIn } from '../whole.js'
import { writtenIn } from '../result-files.js'

/** @typedef {import('../../shared/measure/run.js').Result} Result @typedef {import('../../shared/report/html/report.js').Reported} Reported */

/** @param {import('commander').Command} program */
export function reportCommand (program) {
  program.command('report')
    .description('one page with all results, to send, to print and to keep: ladders, ratios, curves and verdicts')
    .argument('[files...]', 'results that verify or lab wrote with --json, from any machines and Nodes; without them, the last ones of this machine')
    .option('--out <file>', `instead of ${shown(join(MY, 'report.html'))}`)
    .option('--open', 'also open it in the browser')
    .addHelpText('after', `
Examples:
  pnpm report --open                                     all labs, with their last results
  pnpm report laptop.json server.json --out both.html    two machines side by side

The page is one file that needs no network and has no script. Nothing is measured: a lab without a result shows what is recorded.

Exit codes: 0 written, 2 usage, 4 cannot be written`)
    .action(report)
}

/** @param {string[]} files @param {{ out?: string, open?: boolean }} options */
async function report (files, { out, open }) {
  const labs = await Promise.all(files.length ? ofFiles(writtenIn(files).flatMap(resultsIn)) : labNames().map((name) => reported(name, [lastResult(name)].filter((last) => last !== undefined))))
  const file = out === undefined ? join(MY, 'report.html') : fromCaller(out)
  try {
    makeFolder(dirname(file))
    writeNamed(file, reportPage(labs, today()))
  } catch (error) {
    if (!error.syscall) throw error
    process.stderr.write(`${shown(file)} cannot be written: ${error.message}. Name another with --out FILE.\n`)
    process.exitCode = EXIT['cannot run']
    return
  }
  process.stdout.write(`${shown(file)}\n`)
  if (open) await openPage(file)
}

/** @param {Result[]} results @returns {Promise<Reported>[]} their labs, in the order of the project's, and then those that are not here */
function ofFiles (results) {
  const names = new Set(results.map(({ lab }) => lab))
  return [...new Set([...labNames().filter((name) => names.has(name)), ...names])].map((name) => reported(name, results.filter(({ lab }) => lab === name)))
}

/** @param {string} name as a result has it, and so perhaps anything: only a lab of this project is loaded @param {Result[]} results @returns {Promise<Reported>} */
async function reported (name, results) {
  const folder = labNames().includes(name) ? labFolder(name) : undefined
  if (!folder) return { name, manifest: null, results, readings: {}, curves: [] }
  const { manifest } = await loadLab(folder)
  const records = recordsOf(folder)
  return {
    name,
    manifest,
    results,
    readings: Object.fromEntries(manifest.claims.map(({ id }) => [id, readingsOf(records, id)])),
    curves: curvesOf(folder, results),
  }
}

/** @param {string} folder @param {Result[]} results @returns {Reported['curves']} of the Nodes of the results, or of this one */
function curvesOf (folder, results) {
  const majors = [...new Set(results.length ? results.map(({ node }) => majorOf(node)) : [majorOf(process.version)])].sort((a, b) => a - b)
  return majors.flatMap((major) => readRecord(curveFile(folder, major), major).record ?? [])
}
