import { dirname, join } from 'node:path'
import { today } from 'hotpath/measure'
import { curveFile, figuresOf, majorOf, readRecord, recordedOf } from '@hotpath-labs/history'
import { fromCaller, makeFolder, writeNamed } from 'hotpath/files'
import { labFolder, labNames, MY, shown } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { reportPage } from '@hotpath-labs/pages'
import { EXIT } from '../measuring.js'
import { openPage } from '../open.js'
import { lastResult } from '../results.js'
import { resultsIn } from '../whole.js'
import { writtenIn } from '../result-files.js'

/** @typedef {import('hotpath/measure').Result} Result @typedef {import('@hotpath-labs/pages').Reported} Reported */

/** @param {import('commander').Command} program */
export function reportCommand (program) {
  program.command('report')
    .description('write one page with all results: bar charts, ratios, warm-up curves and verdicts')
    .argument('[files...]', 'results written by verify --json or lab --json, from any machine; default: the last results of this machine')
    .option('--out <file>', `where to write it; default: ${shown(join(MY, 'report.html'))}`)
    .option('--open', 'open the page in the browser')
    .addHelpText('after', `
Examples:
  pnpm report --open                                     all labs, with their last results
  pnpm report laptop.json server.json --out both.html    two machines side by side

The page is one file without scripts; it needs no network. Nothing is measured:
a lab without a result shows the figures on record.

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
    process.stderr.write(`${shown(file)} cannot be written: ${error.message}. Choose another file: --out FILE\n`)
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
  if (!folder) return { name, manifest: null, results, figures: {}, curves: [] }
  const lab = await loadLab(folder)
  return {
    name,
    manifest: lab.manifest,
    results,
    figures: Object.fromEntries(recordedOf(lab).map((recorded) => [recorded.claim.id, figuresOf(recorded)])),
    curves: curvesOf(folder, results),
  }
}

/** @param {string} folder @param {Result[]} results @returns {Reported['curves']} of the Nodes of the results, or of this one */
function curvesOf (folder, results) {
  const majors = [...new Set(results.length ? results.map(({ node }) => majorOf(node)) : [majorOf(process.version)])].sort((a, b) => a - b)
  return majors.flatMap((major) => readRecord(curveFile(folder, major), major).record ?? [])
}
