import { changeLabProgress, readLabProgress, formatLabArgument } from '@hotpath-labs/project'
import { ATTEMPT_VARIANT, linkPackages } from '@hotpath-labs/workshop'
import { isBenchmarkExercise } from 'hotpath/lab'
import { formatVariantFailure, formatAttemptProgress, ATTEMPT_PROGRESS_HELP, formatTerminalReport, wrapText } from 'hotpath/report'
import { formatJudgedPairs, judgeMyBenchmark } from '../../benchmark.js'
import { refuseUnchangedCopy, checkExercise, findAttempt, planAttempt } from '../../attempt.js'
import { chooseNode, parseNode } from '../../choose-nodes.js'
import { EXIT_CODES, NO_VERDICT, FURTHER_EXIT_CODES } from '../../exit-codes.js'
import { findLab } from '../../find-lab.js'
import { formatAttemptError } from '../../format-attempt-error.js'
import { formatDoctorStep, measureMine } from '../../measure.js'
import { addReportOptions, addRunOptions } from '../../measuring-options.js'
import { Progress } from '../../progress.js'
import { refuseIdleOptions } from '../../usage.js'
import { formatNext, makePaint, print, printJson, terminalOptions, warn } from '../../terminal.js'

/** @import { Lab } from 'hotpath/lab' */
/** @import { Result } from 'hotpath/measure' */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function register (command, name) {
  addReportOptions(addRunOptions(command.command('mine')))
    .description('judge your file in place of fast, and show slow, fast and limit beside your file')
    .option('--node <version>', 'run the variants on this version of Node: 22, 20.11.0, lts, current, /path', parseNode)
    .addHelpText('after', `
Exit codes: 0 holds, 1 broken or a wrong answer, 2 usage, or your file is unchanged, 3 undecided, 4 cannot run here; ${FURTHER_EXIT_CODES}`)
    .action((options, command) => judgeMine(name, options, command))
}

/** @param {string} name @param {any} options @param {import('commander').Command} command */
async function judgeMine (name, options, command) {
  const lab = await findLab(name)
  checkExercise(lab)
  const file = findAttempt(lab)
  const isBenchmark = isBenchmarkExercise(lab.manifest)
  const stages = isBenchmark ? [] : planAttempt(lab, file)
  linkPackages(lab)
  refuseUnchangedCopy(lab, file)
  if (isBenchmark) refuseIdleOptions(command, ['json', 'node'], 'Your file is a benchmark, and each pair has a fixed time:')
  process.exitCode = NO_VERDICT
  const result = isBenchmark ? await judgeMyBenchmark(lab, file, options, new Progress()) : await measure(lab, stages, options)
  process.exitCode = EXIT_CODES[result.verdict]
  const next = listNextSteps(lab, result)
  if (options.json) printJson(result)
  else print([formatReport(result, lab, stages[0], options), ...next.length ? [formatNext(next)] : []].join('\n\n'))
  if (result.claims.length || result.step) await saveProgress(lab, result)
}

/** @param {Lab} lab @param {Lab[]} stages @param {any} options @returns {Promise<Result>} */
async function measure (lab, stages, options) {
  const chosen = options.node && await chooseNode(options.node)
  return measureMine(lab, stages, { ...options, chosen }, () => new Progress())
}

/** @param {Result} result @param {Lab} lab @param {Lab | undefined} planned undefined for a benchmark @param {any} options */
function formatReport (result, lab, planned, { verbose, explain }) {
  const error = formatAttemptError(result, lab)
  if (error) return error
  if (!planned) return result.failure ? formatVariantFailure(lab.name, result.failure, makePaint()) : formatJudgedPairs(result)
  const terminal = terminalOptions()
  const report = formatTerminalReport(result, planned.manifest, { ...terminal, verbose, explain, typed: formatLabArgument(lab) })
  const summary = formatAttemptProgress(result, lab.manifest, readLabProgress(lab.name).best, terminal)
  const meaning = explain ? `\n${makePaint().dim(wrapText(ATTEMPT_PROGRESS_HELP, '', terminal.width))}` : ''
  return summary ? `${summary}${meaning}\n\n${report}` : report
}

/** @param {Lab} lab @param {Result} result @returns {[string, string][]} */
function listNextSteps (lab, { verdict, node, step }) {
  const typed = `pnpm lab ${formatLabArgument(lab)}`
  if (verdict === 'holds' && step?.next) return [[`${typed} hint`, 'where to look for the next step'], ['pnpm lab next', 'which lab comes next']]
  if (verdict === 'holds') return [[`${typed} solution`, 'a file that passes, and why'], ['pnpm lab next', 'which lab comes next']]
  if (verdict === 'cannot run') return formatDoctorStep(node)
  return [[`${typed} mine`, 'judge your file again'], [`${typed} hint`, 'where to look']]
}

/** Saves if an attendee's file has passed, its step and best ratio. If that fails, warns. @param {Lab} lab @param {Result} result */
async function saveProgress (lab, { verdict, claims, step }) {
  const overSlow = claims.find(({ id }) => id === ATTEMPT_VARIANT)
  // an undecided ratio is not saved, because it may be noise
  const ratio = overSlow && overSlow.verdict !== 'undecided' ? overSlow.ratio : 0
  try {
    await changeLabProgress(lab.name, ({ passed, best, step: before }) => ({
      passed: verdict === 'holds' ? passed ?? new Date().toISOString() : passed,
      best: ratio ? Math.max(best ?? 0, ratio) : best,
      step: !step || step.isUnclear ? before : step.reached,
    }))
  } catch (error) {
    warn(`Your progress cannot be saved: ${error.message}`)
  }
}
