import { changeProgress, readLabProgress, formatLabArgument } from '@hotpath-labs/project'
import { ATTEMPT, linkPackages } from '@hotpath-labs/workshop'
import { speakResult, ATTEMPT_SPOKEN, formatTerminalReport, wrapText } from 'hotpath/report'
import { checkChanged, checkExercise, findAttempt, planAttempt } from '../../attempt.js'
import { chooseNode, parseNode } from '../../choose-nodes.js'
import { EXIT_CODES, NO_VERDICT, FURTHER_EXIT_CODES } from '../../exit-codes.js'
import { findLab } from '../../find-lab.js'
import { formatAttemptError } from '../../format-attempt-error.js'
import { formatDoctorStep, measureMine } from '../../measure.js'
import { addReportOptions, addRunOptions } from '../../measuring-options.js'
import { Progress } from '../../progress.js'
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
    .action((options) => judgeMine(name, options))
}

/** @param {string} name @param {any} options */
async function judgeMine (name, options) {
  const lab = await findLab(name)
  checkExercise(lab)
  const file = findAttempt(lab)
  const stages = planAttempt(lab, file)
  linkPackages(lab)
  checkChanged(lab, file)
  const chosen = options.node && await chooseNode(options.node)
  process.exitCode = NO_VERDICT
  const result = await measureMine(lab, stages, { ...options, chosen }, () => new Progress())
  process.exitCode = EXIT_CODES[result.verdict]
  const next = listNextSteps(lab, result)
  if (options.json) printJson(result)
  else print([formatReport(result, lab, stages[0], options), ...next.length ? [formatNext(next)] : []].join('\n\n'))
  if (result.claims.length || result.step) await saveProgress(lab, result)
}

/** @param {Result} result @param {Lab} lab @param {Lab} planned @param {any} options */
function formatReport (result, lab, planned, { verbose, explain }) {
  const error = formatAttemptError(result, lab)
  if (error) return error
  const terminal = terminalOptions()
  const report = formatTerminalReport(result, planned.manifest, { ...terminal, verbose, explain, typed: formatLabArgument(lab) })
  const summary = speakResult(result, lab.manifest, readLabProgress(lab.name).best, terminal)
  const meaning = explain ? `\n${makePaint().dim(wrapText(ATTEMPT_SPOKEN, '', terminal.width))}` : ''
  return summary ? `${summary}${meaning}\n\n${report}` : report
}

/** @param {Lab} lab @param {Result} result @returns {[string, string][]} */
function listNextSteps (lab, { verdict, node, step }) {
  const typed = `pnpm lab ${formatLabArgument(lab)}`
  if (verdict === 'holds' && step?.next) return [[`${typed} hint`, 'where to look for the next step'], ['pnpm lab next', 'which lab comes next']]
  if (verdict === 'holds') return [[`${typed} solution`, 'what fast does, and why'], ['pnpm lab next', 'which lab comes next']]
  if (verdict === 'cannot run') return formatDoctorStep(node)
  return [[`${typed} mine`, 'judge your file again'], [`${typed} hint`, 'where to look']]
}

/** Saves if an attendee's file has passed, its step and best ratio. If that fails, warns. @param {Lab} lab @param {Result} result */
async function saveProgress (lab, { verdict, claims, step }) {
  const overSlow = claims.find(({ id }) => id === ATTEMPT)
  // an undecided ratio is not saved, because it may be noise
  const ratio = overSlow && overSlow.verdict !== 'undecided' ? overSlow.ratio : 0
  try {
    await changeProgress(lab.name, ({ passed, best, step: before }) => ({
      passed: verdict === 'holds' ? passed ?? new Date().toISOString() : passed,
      best: ratio ? Math.max(best ?? 0, ratio) : best,
      step: !step || step.isUnclear ? before : step.reached,
    }))
  } catch (error) {
    warn(`Your progress cannot be saved: ${error.message}`)
  }
}
