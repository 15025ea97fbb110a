import { Option } from 'commander'
import { changeLabProgress, readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { ATTEMPT_VARIANT_NAME, planStart } from '@hotpath-labs/lab/plans.js'
import { isAttemptUnchanged, linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { formatVariantFailure, ATTEMPT_PROGRESS_HELP, formatTerminalReport } from '@hotpath-labs/lab/report/terminal.js'
import { formatAttemptProgress, formatLesson } from '@hotpath-labs/lab/report/attempt.js'
import { groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { wrapText } from '@hotpath-labs/terminal/lines.js'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { EXIT_CODES_HELP_TEXT, findTerminalOptions, formatNextCommands, makeCommand, makeTextPainter, printJson, printLine, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { LabProgress } from '@hotpath-labs/lab/report/progress.js'
import { refuseUnchangedCopy, findAttemptFile, planAttemptMeasurements, formatAttemptError } from '@hotpath-labs/command-line/attempt-file.js'
import { findNodeBinary, parseNodeVersion } from '@hotpath-labs/command-line/choose-nodes.js'
import { findExercise } from '@hotpath-labs/command-line/find-lab.js'
import { formatJudgedSteps, judgeExerciseWhenMachineIsFree } from '@hotpath-labs/command-line/judge-exercise.js'
import { listDoctorSuggestions, measureAttempt, measureWhenMachineIsFree } from '@hotpath-labs/command-line/measure.js'
import { ATTEMPT_TIME_LIMIT_SECONDS, addReportOptions, addRunOptions } from '@hotpath-labs/command-line/measuring-options.js'
import { refuseUnusedOptions } from '@hotpath-labs/command-line/usage.js'
import { findStepsToSave, suggestHint } from '@hotpath-labs/workshop/attempt/hints.js'
import { sayHowToMeasureLonger } from './what-to-type.js'

/**
 * @import { OptionValues } from 'commander'
 * @import { JudgedStep } from '@hotpath-labs/lab/manifest.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabPlan } from '@hotpath-labs/lab/plans.js'
 * @import { Result } from '@hotpath-labs/lab/report/result-schema.js'
 */

/** Number of printed lines that is worth a notice: a server may print a line when it starts. */
const MANY_LINES = 100

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  addReportOptions(addRunOptions(command.command('mine'), ATTEMPT_TIME_LIMIT_SECONDS))
    .description('judge your file by the claims about the program fast, and compare it with the programs slow, fast and limit')
    .option('--node <version>', 'run the variants on this version of Node: 22, 20.11.0, lts, current, /path', parseNodeVersion)
    .addOption(new Option('--in-session', 'the keys of watch follow').hideHelp())
    .addHelpText('after', `
Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, or your file is unchanged, 3 undecided, 4 cannot run here; ${EXIT_CODES_HELP_TEXT}`)
    .action((options, command) => judgeMine(name, options, command))
}

/** @param {string} name @param {OptionValues} options @param {import('commander').Command} command */
async function judgeMine (name, options, command) {
  const lab = await findExercise(name)
  const file = findAttemptFile(lab)
  const { exercise } = lab.manifest
  const plans = exercise ? [] : planAttemptMeasurements(lab, file)
  linkLabPackages(lab)
  if (!exercise && options.inSession && isAttemptUnchanged(lab)) return showStart(lab, options)
  // a benchmark that nobody has changed gives a baseline
  if (!exercise) refuseUnchangedCopy(lab, file)
  if (exercise) refuseUnusedOptions(command, ['json', 'node', 'inSession'], 'This lab judges your file in a fixed time:')
  process.exitCode = EXIT_CODES['closed pipe']
  const { result, judged = [] } = exercise
    ? await judgeExerciseWhenMachineIsFree(lab, file, options, new LabProgress())
    : { result: await measure(plans, options) }
  process.exitCode = EXIT_CODES[result.verdict]
  const next = options.json || options.inSession ? [] : listNextSteps(lab, result)
  if (options.json) printJson(result)
  else {
    // an earlier pass is kept, whatever this file does
    const isKept = ['broken', 'undecided'].includes(result.verdict) && readLabProgress(lab.name).passed !== null
    const kept = isKept ? `\n\n${wrapText(`You have passed ${lab.name} before, and that is kept.`, '', findTerminalOptions().width)}` : ''
    const commands = `${kept}${next.length ? `\n\n${formatNextCommands(next)}` : ''}`
    const format = (endsWithVerdict = false) => formatReport(result, lab, { plans, judged }, { ...options, endsWithVerdict }) + commands
    const text = format()
    printLine(process.stdout.isTTY && text.split('\n').length >= process.stdout.rows ? format(true) : text)
  }
  if (result.claims.length || result.step) await saveProgress(lab, result)
}

/** Shows how much slow costs, to somebody who has not changed the file yet. @param {Lab} lab @param {OptionValues} options */
async function showStart (lab, options) {
  const plan = planStart(lab)
  process.exitCode = EXIT_CODES['closed pipe']
  const result = await measureWhenMachineIsFree(plan, options, new LabProgress())
  process.exitCode = EXIT_CODES[result.verdict]
  const terminal = findTerminalOptions()
  const report = formatTerminalReport(result, plan, { ...terminal, inSession: sayHowToGoOn(lab), isStart: true })
  const shows = lab.manifest.kind === 'heap' ? 'what slow keeps in memory' : 'where slow spends its time'
  const next = result.claims.length ? [wrapText(`Now change your file. h gives a hint, p shows ${shows}.`, '', terminal.width)] : []
  printLine([report, ...next].join('\n\n'))
}

/** @param {LabPlan[]} plans @param {OptionValues} given options @returns {Promise<Result>} */
async function measure (plans, given) {
  const chosen = given.node && await findNodeBinary(given.node)
  const enter = listenForEnter()
  const options = { ...given, chosen, countsPrinted: true, isEnough: () => enter.isPressed }
  /** @type {LabProgress[]} one for each workload */
  const progress = []
  const observe = () => progress[progress.push(new LabProgress(enter.isHeard ? 'Enter ends it · ' : '')) - 1]
  const result = await measureAttempt(plans, options, observe).finally(enter.stop)
  const printed = progress.reduce((sum, { printedLines }) => sum + printedLines, 0)
  if (printed >= MANY_LINES) {
    printNotice(`Your file printed at least ${groupDigits(printed)} lines while it was measured, and each line takes time: remove what prints, such as console.log.`)
  }
  return result
}

/** Listens for the Enter key, with which the user takes the result so far. */
function listenForEnter () {
  const key = { isHeard: Boolean(process.stdin.isTTY && process.stderr.isTTY), isPressed: false, stop: () => {} }
  if (!key.isHeard) return key
  const press = () => { key.isPressed = true }
  process.stdin.on('data', press).resume()
  key.stop = () => { process.stdin.off('data', press).pause() }
  return key
}

/** @param {Result} result @param {Lab} lab @param {{ plans: LabPlan[], judged: JudgedStep[] }} done @param {OptionValues} options */
function formatReport (result, lab, { plans, judged }, { verbose, explain, inSession, endsWithVerdict }) {
  const error = formatAttemptError(result, lab)
  if (error) return error
  const { failure } = result
  const paint = makeTextPainter()
  const learnt = result.verdict === 'holds' ? formatLesson(result, lab.manifest) : []
  const lesson = learnt.length ? [learnt.map((text) => paint.bold(wrapText(text, '', findTerminalOptions().width))).join('\n')] : []
  if (plans.length === 0) return failure ? formatVariantFailure(lab.name, failure, paint) : [formatJudgedSteps(result, judged), ...lesson].join('\n\n')
  const terminal = findTerminalOptions()
  // names the programs of all measurements
  const plan = { ...plans[0], programs: Object.assign({}, ...plans.map(({ programs }) => programs)) }
  const how = { ...terminal, verbose, explain, endsWithVerdict, inSession: inSession && sayHowToGoOn(lab) }
  const report = formatTerminalReport(result, plan, how)
  const summary = formatAttemptProgress(result, lab.manifest, terminal)
  const meaning = explain ? `\n${paint.dim(wrapText(ATTEMPT_PROGRESS_HELP, '', terminal.width))}` : ''
  const head = summary ? [`${summary}${meaning}`] : []
  // above a line of keys the summary comes last, because a report is longer than a small terminal
  return (inSession || endsWithVerdict ? [report, ...head, ...lesson] : [...head, report, ...lesson]).join('\n\n')
}

/** @param {Lab} lab @returns {(seconds: number) => string} for somebody in a session: a key where there are keys */
function sayHowToGoOn (lab) {
  // the keys are read by the process above, so this one has no stdin
  if (process.stdout.isTTY) return () => 'Press m once more: it then measures for up to 10 minutes. Esc stops it.'
  return sayHowToMeasureLonger(makeCommand(`lab ${formatLabArgument(lab)} mine`))
}

/** @param {Lab} lab @param {Result} result @returns {[string, string][]} */
function listNextSteps (lab, { verdict, node, step, failure, oracle, counters }) {
  const typed = makeCommand(`lab ${formatLabArgument(lab)}`)
  // the reached step is saved only after the report
  const before = readLabProgress(lab.name)
  const progress = { ...before, ...findStepsToSave(lab.manifest, before, step) }
  if (verdict === 'holds') {
    /** @type {[string, string]} */
    const nextLab = [makeCommand('lab next'), 'which lab comes next']
    if (step?.next) return [...suggestHint(lab, progress, 'where to look for the next step'), nextLab]
    return [[`${typed} solution`, 'a file that passes, and why'], nextLab]
  }
  if (verdict === 'cannot run') return listDoctorSuggestions(node)
  const hint = suggestHint(lab, progress)
  if (failure?.part === ATTEMPT_VARIANT_NAME || oracle?.verdict === 'different') return [[`${typed} watch`, 'check your file on each save'], ...hint]
  /** @type {[string, string][]} */
  const further = hint.length ? hint : [[`${typed} solution --anyway`, 'what passes, and why']]
  // right counts do not explain why a file does not pass
  const isUnexplained = verdict === 'broken' && counters.every(({ holds }) => holds)
  return [[`${typed} mine`, 'judge your file again'], ...isUnexplained ? suggestProfile(lab, typed) : [], ...further]
}

/** @param {Lab} lab @param {string} typed command of the lab @returns {[string, string][]} empty if there is no load to profile */
function suggestProfile ({ manifest: { exercise, kind } }, typed) {
  if (exercise) return []
  return kind === 'heap' ? [[`${typed} profile mine --tool heap`, 'what your file keeps']] : [[`${typed} profile mine`, 'where your file spends its time']]
}

/** Saves whether a file has passed, and its step. If saving fails, prints a message. @param {Lab} lab @param {Result} result */
async function saveProgress (lab, { verdict, step }) {
  try {
    await changeLabProgress(lab.name, (before) => ({
      started: before.started ?? new Date().toISOString(),
      passed: verdict === 'holds' ? before.passed ?? new Date().toISOString() : before.passed,
      ...findStepsToSave(lab.manifest, before, step),
    }))
  } catch (error) {
    printNotice(`Your progress cannot be saved: ${error.message}`)
  }
}
