import { existsSync } from 'node:fs'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { CannotRun, HotpathError, UsageError, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { diffTemplateAndAttempt, isAttemptUnchanged, linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { AnswerChecker } from '@hotpath-labs/workshop/attempt/answer-checker.js'
import { WatchSession } from '@hotpath-labs/workshop/attempt/session.js'
import { takeWatchLock, watchFolder } from '@hotpath-labs/workshop/attempt/watcher.js'
import { findReachedStep } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { formatChecks, formatVariantFailure } from '@hotpath-labs/lab/report/terminal.js'
import { formatReachedExerciseStep } from '@hotpath-labs/lab/report/attempt.js'
import { findTerminalOptions, makeCommand, makeTextPainter, reportCannotRun } from '@hotpath-labs/engine/cli/terminal.js'
import { parseSeconds } from '@hotpath-labs/engine/cli/parse.js'
import { findAttemptFile, planAttemptMeasurements, formatAttemptError, formatDiff } from '@hotpath-labs/command-line/attempt-file.js'
import { findExercise } from '@hotpath-labs/command-line/find-lab.js'
import { makeExerciseChecker } from '@hotpath-labs/command-line/judge-exercise.js'
import { ATTEMPT_TIME_LIMIT_SECONDS } from '@hotpath-labs/command-line/measuring-options.js'
import { runCommandInChild } from '@hotpath-labs/command-line/child.js'
import { readPressedKeys, listWatchKeys, WatchView } from './watch-view.js'
import { printHint } from './hint.js'
import { printSolution } from './solution.js'

/**
 * @import { Checker } from '@hotpath-labs/command-line/judge-exercise.js'
 * @import { Effects } from '@hotpath-labs/workshop/attempt/session.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('watch')
    .description('on each save, compare the answers of your file with the answers of the program slow; key b measures')
    .option('--auto', 'measure after each save, if the answers are right')
    .option('--seconds <n>', 'time limit of a measurement: start no new pair of processes after n seconds', parseSeconds, ATTEMPT_TIME_LIMIT_SECONDS)
    .addHelpText('after', `
Keys: ${listWatchKeys().map(([key, does]) => `${key} ${does}`).join(', ')}

On each save, watch compares your file's answers with those of slow, and checks
what the lab counts, and how old the answers may be. Press b to measure, or use --auto to measure after each
save. If you save during a measurement, the measurement starts again. Without a
terminal there are no keys: Ctrl-C or SIGTERM ends watch.

Exit codes: 0 quit, 2 usage, 4 cannot run here`)
    .action((options) => watch(name, options))
}

/** @param {string} name @param {{ auto?: boolean, seconds: number }} options */
async function watch (name, { auto = false, seconds }) {
  const lab = await findExercise(name)
  const { exercise } = lab.manifest
  const attempt = findAttemptFile(lab)
  if (!exercise) planAttemptMeasurements(lab, attempt)
  linkLabPackages(lab)
  const { folder, file } = findAttemptPaths(lab)
  checkNotWatched(lab)
  const view = new WatchView(lab)
  const examiner = exercise
    ? makeExerciseChecker(lab, file)
    : new AnswerChecker(lab, file, (failure) => view.reportLateFailure(failure))
  const session = new WatchSession(makeEffects(name, lab, examiner, view, seconds), { auto })
  view.say(`Watching ${formatPath(file)}: save it to ${exercise ? 'check it' : 'compare its answers with those of slow'}.`)

  const reportFileErrors = (/** @type {Promise<unknown>} */ doing) => doing.catch((error) => {
    // prints an error of the file system, for example if another program has opened the attendee's file
    if (!(error instanceof HotpathError) && !error.syscall) throw error
    view.say(error.message)
  })
  let watcher
  try {
    const ready = examiner.start()
    // waits for the checker, because an attendee may save the file before the checker is ready
    const onSave = () => ready.then(() => reportFileErrors(session.saved()), () => {});
    [watcher] = await Promise.all([watchFolder(folder, onSave), ready])
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    return reportCannotRun(`${lab.name}: ${error.text}`)
  }
  if (watcher.polls) view.say('This folder sends no file events, so watch checks your files three times a second.')
  reportFileErrors(session.saved())
  process.exitCode = await waitForQuit(view, (key) => reportFileErrors(session.press(key)))
  await session.end()
  view.begin()
  await Promise.all([watcher.close(), examiner.stop()])
}

/** Throws if another process already watches the attendee's file. @param {Lab} lab */
function checkNotWatched (lab) {
  const other = takeWatchLock(lab.name)
  if (!other) return
  const file = formatPath(findAttemptPaths(lab).file)
  throw new UsageError(`${file} is already being watched, by process ${other.pid}. Use the terminal of that process, or end the process first. ` +
    `If that process is not from hotpath-labs, delete ${formatPath(other.lock)}`)
}

/**
 * Waits until the user presses q or Ctrl-C. Without a terminal, only a signal ends the command.
 *
 * @param {WatchView} view
 * @param {(key: string) => Promise<unknown>} onKey
 * @returns {Promise<number>} the exit code
 */
function waitForQuit (view, onKey) {
  return new Promise((resolve) => {
    if (!view.hasKeys) return
    const stop = readPressedKeys((key) => {
      if (key !== 'q' && key !== 'ctrl-c') return onKey(key)
      stop()
      resolve(key === 'q' ? 0 : EXIT_CODES.interrupted)
    })
  })
}

/**
 * Makes the actions that `watch` starts on a save or a key: checks, measurements, profiles, and messages on the terminal.
 *
 * @param {string} name as it was typed
 * @param {Lab} lab
 * @param {Checker} examiner
 * @param {WatchView} view
 * @param {number} seconds of a measurement
 * @returns {Effects}
 */
function makeEffects (name, lab, examiner, view, seconds) {
  const { file } = findAttemptPaths(lab)
  const messages = formatMessages(lab, view)
  let isWarned = false
  const runCli = async (/** @type {string[]} */ words, /** @type {AbortSignal} */ signal) => {
    await examiner.rest()
    view.begin()
    await runCommandInChild(['lab', name, ...words], signal)
  }
  return {
    look () {
      try {
        return !existsSync(file) ? 'gone' : isAttemptUnchanged(lab) ? 'unchanged' : 'changed'
      } catch (error) {
        // treats an unreadable file as changed, because the check that follows reports why the file cannot be read
        if (!error.code) throw error
        return 'changed'
      }
    },
    examine: (signal) => examine(lab, examiner, view, signal),
    rest: () => examiner.rest(),
    measure: (signal) => runCli(lab.manifest.exercise ? ['mine'] : ['mine', '--seconds', String(seconds)], signal),
    // a lab that judges its exercise itself has no load to profile
    profile: async (signal) => lab.manifest.exercise || runCli(['profile', 'mine', ...lab.manifest.kind === 'heap' ? ['--tool', 'heap'] : []], signal),
    show: {
      h () {
        view.begin()
        return printHint(name, { isWatched: true })
      },
      d () {
        const diff = formatDiff(diffTemplateAndAttempt(lab))
        if (diff) view.write(diff)
        else view.say(messages.unchanged)
      },
      s () {
        const anyway = isWarned || readLabProgress(lab.name).passed !== null
        isWarned = !anyway
        if (!anyway) return view.say('Your file has not passed yet. To see the solution now, press s once more.')
        view.begin()
        return printSolution(name, { anyway, isWatched: true })
      },
      '?': () => view.explainKeys(),
    },
    tell: (message) => view.say(messages[message]),
    settled: () => view.showKeys(),
  }
}

/** @param {Lab} lab @param {WatchView} view @returns {Record<Parameters<Effects['tell']>[0], string>} */
function formatMessages (lab, { hasKeys }) {
  const file = formatPath(findAttemptPaths(lab).file)
  return {
    gone: `${file} is gone. Put it back, or start again: ${makeCommand(`lab ${formatLabArgument(lab)} reset`)}`,
    unchanged: `Nothing changed yet: ${file} is still a copy of ${describeStartingFile(lab.manifest)}. Edit and save your file${hasKeys ? ', or press h for a hint' : ''}.`,
    unfit: 'Your file cannot be measured yet: its answers must be right first.',
    again: 'You saved your file: the measurement starts again.',
    ended: 'You saved your file: the profile was stopped.',
    busy: 'A check, measurement or profile is still running. Wait until it ends, or save your file to stop it.',
  }
}

/**
 * Checks the attendee's file and prints whether the answers and call counts are right.
 *
 * @param {Lab} lab
 * @param {Checker} examiner
 * @param {WatchView} view
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether the answers are right: such a file can be measured
 */
async function examine (lab, examiner, view, signal) {
  view.showWork('checking your file …')
  const result = await examiner.examine(signal)
  // prints nothing about a deleted file, because the watch session reports the deletion itself
  if (!result || !existsSync(findAttemptPaths(lab).file)) return false
  const paint = makeTextPainter()
  const attemptError = formatAttemptError(result, lab)
  const { failure, oracle, counters, seconds, printed } = result
  view.showPrinted(printed)
  if (attemptError || failure) {
    view.write(attemptError ?? formatVariantFailure(lab.name, /** @type {NonNullable<typeof failure>} */ (failure), paint))
    return false
  }
  if (lab.manifest.exercise) {
    view.say(`${paint.green('✔')} Your file runs. To see which steps it passes, measure.`)
    return true
  }
  view.write(formatChecks({ oracle, counters }, lab.manifest, paint, findTerminalOptions().width, seconds))
  const areCountsRight = counters.every(({ holds }) => holds)
  const step = findReachedStep({ claims: [], counters }, lab.manifest)
  if (!areCountsRight) view.say('Your answers are right. To pass, your counts must be right too.')
  if (step) view.say(`You are here: ${formatReachedExerciseStep(step)}`)
  return !(examiner instanceof AnswerChecker) || await examineAge(lab, examiner, view, signal)
}

/**
 * Checks the age of the answers of the attendee's file, if the lab limits it.
 *
 * @param {Lab} lab
 * @param {AnswerChecker} examiner
 * @param {WatchView} view
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether no answer is too old
 */
async function examineAge (lab, examiner, view, signal) {
  if (!examiner.hasAgeLimit) return true
  view.say('  age of answers: being checked')
  const result = await examiner.examineAge(signal)
  if (!result) return false
  const paint = makeTextPainter()
  const problem = formatAttemptError(result, lab) ?? (result.failure && formatVariantFailure(lab.name, result.failure, paint))
  view.write(problem ?? `${paint.green('✔')} age of answers`)
  return !problem
}
