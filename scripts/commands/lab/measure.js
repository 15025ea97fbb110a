import { UsageError, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { findStepToGoOn, listWorkshopSteps, loadLabsInOrder } from '@hotpath-labs/lab/project/timetable.js'
import { listLabNames, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { nameLabState, readProgress } from '@hotpath-labs/lab/project/progress.js'
import { formatClaimsTable, formatLabsTable } from '@hotpath-labs/lab/report/tables.js'
import { formatTerminalReport } from '@hotpath-labs/lab/report/terminal.js'
import { EXIT_CODES_HELP_TEXT, findTerminalOptions, formatExamples, formatNextCommands, makeCommand, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { parseExistingFile } from '@hotpath-labs/terminal/parse.js'
import { LabProgress } from '@hotpath-labs/lab/report/progress.js'
import { appendRatioRecord, findExitCode, listResultsByNodeVersion, shouldReplaceLastResult, readLastResult, saveLastResult, saveReports } from '@hotpath-labs/command-line/results.js'
import { findNodeBinaries } from '@hotpath-labs/command-line/choose-nodes.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { choosePlan, listDoctorSuggestions, measureLabs, measureWhenMachineIsFree } from '@hotpath-labs/command-line/measure.js'
import { addMeasuringOptions, addReportOptions } from '@hotpath-labs/command-line/measuring-options.js'
import { refuseUnusedOptions, refuseExclusiveOptions } from '@hotpath-labs/command-line/usage.js'
import { LAB_ACTIONS } from '../lab.js'
import { showSizes } from './sizes.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/**
 * Registers `pnpm lab [name]`, which measures one lab, or lists all labs.
 *
 * @param {import('commander').Command} command
 * @param {string} [name] of the lab, for --help
 */
export async function registerCommand (command, name) {
  const lab = name === undefined ? undefined : await findLab(name)
  command
    .argument('[name]', 'a lab, or a folder with a lab')
    .usage('[name] [options] | <name> <action> [options] | next | doctor')
    .addHelpText('after', `
Examples:
${formatExamples(lab ? listLabExamples(lab) : EXAMPLES)}

Actions, each with its own --help: ${LAB_ACTIONS.join(', ')}

Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, 3 undecided, 4 cannot run here, or
a report cannot be written; ${EXIT_CODES_HELP_TEXT}`)
  addReportOptions(addMeasuringOptions(command))
    .option('--with <file>', 'judge this file in place of the variant fast', parseExistingFile)
    .option('--sizes', 'measure how the costs grow with the size of the input, if the lab has several sizes')
    .option('--list', 'list the labs with your last results')
    .option('--record', 'append the measured ratios to records.json of the lab, to justify the minimum ratio of each claim')
    .action(async (name, options, command) => {
      refuseExclusiveOptions(options, ['control', 'swap', 'with', 'record'])
      refuseExclusiveOptions(options, ['control', 'swap', 'with', 'sizes'])
      if (name && options.list) throw new UsageError(`--list lists all labs, so it takes no name. Type: ${makeCommand('lab --list')}`)
      if (name && options.sizes) {
        refuseUnusedOptions(command, ['sizes', 'json', 'node', 'seed', 'seconds', 'record', 'ascii'], '--sizes draws costs only:')
        return showSizes(name, options)
      }
      if (name) return options.node?.length > 1 ? measureOnEachNode(name, options) : measureOnce(name, options)
      refuseUnusedOptions(command, ['json', 'list'], `pnpm lab needs the name of a lab: ${listLabNames().join(', ')}. To list the labs instead,`)
      const isLoop = process.stdin.isTTY && process.stdout.isTTY && !options.list && !options.json
      if (!isLoop) return listLabs(options)
      // loaded here, because no other use of the command needs it
      const { runLoop } = await import('./loop.js')
      return runLoop()
    })
}

/** @type {[string, string][]} */
const EXAMPLES = [
  ['lab', 'open the next lab; in a terminal, keys lead on'],
  ['lab --list', 'list the labs with your last results, as without a terminal'],
  ['lab next', 'which lab comes next, and why'],
  ['lab doctor', 'check whether this machine measures well'],
  ...listActions({ server: 'http-baseline', cpu: 'divideByAndSum', heap: 'memory-leak' }),
]

/** @param {Lab} lab @returns {[string, string][]} what can be typed for it */
function listLabExamples (lab) {
  const { demonstration, kind } = lab.manifest
  const name = formatLabArgument(lab)
  const refused = [
    ...demonstration ? ['start', 'watch', 'mine', 'hint', '--with FILE'] : [],
    ...kind === 'command' ? ['curve', 'watch-memory'] : kind === 'heap' ? ['curve'] : [],
  ]
  return listActions({ server: name, cpu: name, heap: name }).filter(([words]) => !refused.some((action) => words.endsWith(` ${action}`)))
}

/** @param {Record<'server' | 'cpu' | 'heap', string>} labs @returns {[string, string][]} */
function listActions ({ server, cpu, heap }) {
  return [
    [`lab ${server}`, 'measure a lab and judge its claims'],
    [`lab ${server} start`, 'copy slow, to make it fast yourself'],
    [`lab ${server} watch`, 'compare your answers on each save'],
    [`lab ${server} mine`, 'judge your file'],
    [`lab ${server} hint`, 'show a hint; solution shows the answer'],
    [`lab ${server} --control`, 'how much noise this machine has'],
    [`lab ${cpu} --with FILE`, 'judge any file in place of the variant fast'],
    [`lab ${cpu} --node 20,22,lts`, 'measure on these versions of Node; missing ones are fetched'],
    [`lab ${server} profile`, 'flame graphs of slow and fast'],
    [`lab ${server} curve`, 'how the variants warm up'],
    [`lab ${cpu} versions`, 'recorded ratios on versions of Node'],
    [`lab ${heap} watch-memory`, 'draw its memory under load'],
  ]
}

/** @param {string} name @param {OptionValues} options */
async function measureOnce (name, options) {
  const lab = await findLab(name)
  const [chosen] = options.node ? await findNodeBinaries(options.node) : []
  process.exitCode = EXIT_CODES['closed pipe']
  const plan = choosePlan(lab, options)
  const result = await measureWhenMachineIsFree(plan, { ...options, chosen }, new LabProgress())
  const { verbose, explain } = options
  const how = { ...findTerminalOptions(), verbose, explain, next: listNextSteps(lab, result) }
  if (options.json) printJson(result)
  else printLine(formatTerminalReport(result, plan, how))
  process.exitCode = findExitCode(result.verdict, options)
  saveReports([result], options)
  if (shouldReplaceLastResult(lab, result, options)) saveLastResult(result)
  if (options.record) appendRatioRecord(lab, result, options.warmUp)
}

/** @param {string} name @param {OptionValues} options */
async function measureOnEachNode (name, options) {
  const ignored = ['explain', 'verbose'].find((option) => options[option])
  if (ignored) throw new UsageError(`--${ignored} works with one version of Node only. Type: ${makeCommand(`lab ${name} --node ${options.node[0]} --${ignored}`)}`)
  const [all] = await measureLabs([await findLab(name)], options)
  const results = listResultsByNodeVersion(all)
  if (options.json) printJson(all)
  else printLine(formatClaimsTable(results, all, findTerminalOptions()))
  process.exitCode = findExitCode(all.verdict, options)
  saveReports(results, options)
}

/** @param {Lab} lab @param {Result} result @returns {[string, string][]} */
function listNextSteps (lab, { mode, verdict, claims, node }) {
  if (verdict === 'cannot run') return listDoctorSuggestions(node)
  if (mode !== 'measured' || claims.length === 0) return []
  const typed = makeCommand(`lab ${formatLabArgument(lab)}`)
  // the descriptions are short, because a command and its description share one line of 80 columns
  /** @type {[string, string]} */
  const explain = [`${typed} --explain`, 'how it was measured, how sure it is']
  if (verdict !== 'holds') return [[`${typed} --control`, 'how much noise this machine has'], explain]
  /** @type {[string, string]} */
  const exercise = lab.manifest.demonstration ? [makeCommand(`demo ${formatLabArgument(lab)}`), 'show it on a projector'] : [`${typed} start`, 'make it faster yourself']
  return [[`${typed} profile`, 'where the time goes'], exercise, explain]
}

/** @param {{ json?: boolean }} options */
async function listLabs ({ json }) {
  const progress = readProgress()
  const rows = (await loadLabsInOrder()).map(({ name, manifest: { title, theme, demonstration } }) =>
    ({ lab: name, title, theme, last: readLastResult(name), state: nameLabState(progress[name]), isDemonstration: demonstration }))
  if (json) return printJson({ labs: rows.map(({ lab, title, last }) => ({ lab, title, verdict: last?.verdict ?? null })) })
  const next = findStepToGoOn(progress, await listWorkshopSteps())?.lab ?? rows[0].lab
  const commands = formatNextCommands([
    [makeCommand(`lab ${next}`), 'measure and judge this lab'],
    [makeCommand('lab'), 'in a terminal: open the next lab, and go on from there'],
  ])
  printLine(`${formatLabsTable(rows, findTerminalOptions())}\n\n${commands}`)
}
