import { existsSync } from 'node:fs'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { changeLabProgress, readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { HotpathError, UsageError, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { diffTemplateAndAttempt, isAttemptUnchanged, linkLabPackages } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { AnswerChecker } from '@hotpath-labs/workshop/attempt/answer-checker.js'
import { WatchSession } from '@hotpath-labs/workshop/attempt/session.js'
import { hashWatchedFiles, takeWatchLock, watchFolder } from '@hotpath-labs/workshop/attempt/watcher.js'
import { findReachedStep, findStepByCounts } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { formatChecks, formatVariantFailure } from '@hotpath-labs/lab/report/terminal.js'
import { formatPlace } from '@hotpath-labs/lab/report/attempt.js'
import { findTerminalOptions, makeCommand, makeTextPainter } from '@hotpath-labs/terminal/terminal.js'
import { findAttemptFile, planAttemptMeasurements, formatAttemptError, formatDiff } from '@hotpath-labs/command-line/attempt-file.js'
import { makeExerciseChecker } from '@hotpath-labs/command-line/judge-exercise.js'
import { runCommandInChild } from '@hotpath-labs/command-line/child.js'
import { printHint } from './hint.js'
import { printSolution } from './solution.js'

/**
 * @import { Checker } from '@hotpath-labs/command-line/judge-exercise.js'
 * @import { Effects, OpenLab } from '@hotpath-labs/workshop/attempt/session.js'
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { LabProgress } from '@hotpath-labs/lab/project/progress.js'
 * @import { WatchView } from './watch-view.js'
 */

/** Time limit of a measurement in seconds after one without a verdict: a machine that needs longer is called too noisy. */
const UNDECIDED_SECONDS = 600

/** @typedef {Record<Parameters<Effects['tell']>[0], string>} Messages */

/**
 * @typedef {object} SessionOptions
 * @property {boolean} [auto] measure after each save, if the answers are right
 * @property {number} seconds of a measurement
 * @property {() => void} onSettled called when no work is left
 * @property {Partial<Messages>} [messages] in the place of the usual ones
 */

/**
 * Opens a started lab: from now on each save of the attendee's file starts a check.
 *
 * @param {string} name as it was typed
 * @param {Lab} lab
 * @param {WatchView} view
 * @param {SessionOptions} options
 * @returns {Promise<OpenLab & { polls: boolean }>} `polls`: the folder sends no file events
 * @throws {HotpathError} if the file is watched by another process already, or this machine cannot run the lab
 */
export async function openLab (name, lab, view, options) {
  const { exercise } = lab.manifest
  const attempt = findAttemptFile(lab)
  if (!exercise) planAttemptMeasurements(lab, attempt)
  linkLabPackages(lab)
  const { folder, file } = findAttemptPaths(lab)
  const release = lockAttempt(lab)
  const examiner = exercise
    ? makeExerciseChecker(lab, file)
    : new AnswerChecker(lab, file, (failure) => {
      view.reportLateFailure(lab, failure)
      options.onSettled()
    })
  const session = new WatchSession(makeEffects(name, lab, examiner, view, options), { auto: options.auto ?? false })
  const ready = examiner.start()
  // waits for the checker, because an attendee may save the file before the checker is ready
  const onSave = () => ready.then(() => reportFileErrors(view, session.saved(), options.onSettled), () => {})
  const watching = watchFolder(folder, onSave)
  try {
    const [watcher] = await Promise.all([watching, ready])
    const close = async () => {
      await session.end()
      view.begin()
      await Promise.all([watcher.close(), examiner.stop()])
      release()
    }
    return { session, close, showKeys: () => view.showKeys(lab), polls: watcher.polls }
  } catch (error) {
    release()
    await Promise.all([examiner.stop(), watching.then((watcher) => watcher.close(), () => {})])
    throw error
  }
}

/**
 * Prints an error of the file system, for example if another program has opened the attendee's file, or the disk is full.
 *
 * @param {WatchView} view
 * @param {Promise<unknown>} doing
 * @param {() => void} onReported shows the keys again
 */
export function reportFileErrors (view, doing, onReported) {
  return doing.catch((error) => {
    if (!(error instanceof HotpathError) && !error.syscall) throw error
    view.say(error.message)
    onReported()
  })
}

/** @param {Lab} lab @returns {() => void} releases the file @throws {UsageError} if another process already watches the attendee's file */
function lockAttempt (lab) {
  const taken = takeWatchLock(lab.name)
  if (taken.release) return taken.release
  const file = formatPath(findAttemptPaths(lab).file)
  throw new UsageError(`${file} is already being watched, by process ${taken.holder}. Use the terminal of that process, or end the process first. ` +
    `If that process is not from hotpath-labs, delete ${formatPath(taken.lock)}`)
}

/**
 * Makes the actions that a session starts on a save or a key: checks, measurements, profiles, and messages on the terminal.
 *
 * @param {string} name as it was typed
 * @param {Lab} lab
 * @param {Checker} examiner
 * @param {WatchView} view
 * @param {SessionOptions} options
 * @returns {Effects}
 */
function makeEffects (name, lab, examiner, view, { seconds, onSettled, messages: others }) {
  const { folder, file } = findAttemptPaths(lab)
  const messages = { ...formatMessages(lab, view), ...others }
  /** true after a measurement of the file as it is that gave no verdict: the next one takes the time that it needs */
  let isUndecided = false
  const runCli = async (/** @type {string[]} */ words, /** @type {AbortSignal} */ signal) => {
    await examiner.rest()
    view.begin()
    return runCommandInChild(['lab', name, ...words], signal)
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
    readVersion: () => hashWatchedFiles(folder),
    examine (signal, isMeasuredNext) {
      isUndecided = false
      return examine(lab, examiner, view, { signal, isMeasuredNext })
    },
    rest: () => examiner.rest(),
    async measure (signal) {
      const most = isUndecided ? UNDECIDED_SECONDS : seconds
      const code = await runCli(['mine', '--in-session', ...lab.manifest.exercise ? [] : ['--seconds', String(most)]], signal)
      isUndecided = code === EXIT_CODES.undecided
      return code === EXIT_CODES.holds
    },
    // a lab that judges its exercise itself judges the unchanged copy, too
    measureLab (signal) {
      if (!lab.manifest.exercise) view.say(`Your file is still a copy of ${describeStartingFile(lab.manifest)}, so this measures the lab's own programs.\n`)
      return runCli(['mine', '--in-session'], signal)
    },
    // a lab that judges its exercise itself has no load to profile
    profile: async (signal, isChanged) => lab.manifest.exercise ? view.say(messages['no such key']) : runCli(['profile', isChanged ? 'mine' : 'slow', ...lab.manifest.kind === 'heap' ? ['--tool', 'heap'] : []], signal),
    show: {
      h: () => printHint(name, { view }),
      d () {
        if (!existsSync(file)) return view.say(messages.gone)
        const diff = formatDiff(diffTemplateAndAttempt(lab))
        if (diff) view.write(diff)
        else view.say(messages.unchanged)
      },
      s (isAgain) {
        const anyway = isAgain || readLabProgress(lab.name).passed !== null
        if (!anyway) return view.say('Your file has not passed yet. To see the solution now, press s once more.')
        return printSolution(name, { anyway, view })
      },
      '?': () => view.explainKeys(lab),
    },
    tell: (message) => view.say(messages[message]),
    settled: onSettled,
  }
}

/** @param {Lab} lab @param {WatchView} view @returns {Messages} */
function formatMessages (lab, { hasKeys }) {
  const file = formatPath(findAttemptPaths(lab).file)
  return {
    gone: `${file} is gone. Put it back, or start again: ${makeCommand(`lab ${formatLabArgument(lab)} reset`)}`,
    unchanged: `Nothing changed yet: ${file} is still a copy of ${describeStartingFile(lab.manifest)}. Edit and save your file${hasKeys ? ', or press h for a hint' : ''}.`,
    again: 'You saved your file: the measurement starts again.',
    ended: 'You saved your file: the profile was stopped.',
    passed: `Your file passes. To see which lab comes next, type: ${makeCommand('lab next')}`,
    stopped: 'Stopped.',
    'no such key': 'There is no such key. ? explains all keys; the usual ones are:',
    busy: 'A check, measurement or profile is still running. Wait until it ends, or press Esc to stop a measurement or profile.',
  }
}

/**
 * Checks the attendee's file and prints whether the answers and call counts are right.
 *
 * @param {Lab} lab
 * @param {Checker} examiner
 * @param {WatchView} view
 * @param {{ signal: AbortSignal, isMeasuredNext: () => boolean }} run
 * @returns {Promise<boolean>} whether the answers are right: such a file can be measured
 */
async function examine (lab, examiner, view, { signal, isMeasuredNext }) {
  view.showWork('checking your file …')
  await saveQuietly(lab, ({ started }) => started ? null : { started: new Date().toISOString() })
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
  if (!(examiner instanceof AnswerChecker)) {
    view.say(`${paint.green('✔')} Your file runs.${isMeasuredNext() ? '' : ' To see which steps it passes, measure.'}`)
    return true
  }
  // what the lab expects of an attempt says whether a count of 0 means never, or not again
  view.write(formatChecks({ oracle, counters }, examiner.plan, paint, findTerminalOptions().width, seconds))
  const areCountsRight = counters.every(({ holds }) => holds)
  const step = findReachedStep({ claims: [], counters }, lab.manifest)
  if (!areCountsRight) view.say('To pass, the counts must be right, too.')
  const place = step && formatPlace(step)
  if (place) view.say(place)
  const reached = findStepByCounts(counters, lab.manifest)
  // for the next hint
  await saveQuietly(lab, ({ place }) => reached === undefined || reached === place ? null : { place: reached })
  const isFresh = await examineAge(lab, examiner, view, signal)
  if (isFresh && areCountsRight && view.hasKeys && !signal.aborted && !isMeasuredNext()) {
    view.say(readLabProgress(lab.name).passed ? 'You have passed this lab. m measures your file again.' : 'Does it pass? Press m.')
  }
  return isFresh
}

/** Saves what a check has found. @param {Lab} lab @param {(before: LabProgress) => Partial<LabProgress> | null} change null for none */
async function saveQuietly (lab, change) {
  try {
    const changed = change(readLabProgress(lab.name))
    if (changed) await changeLabProgress(lab.name, () => changed)
  } catch {
    // a check is worth more than what is saved of it, and the next command that has to save something says why it cannot
  }
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
  view.showWork('checking the age of the answers …')
  const result = await examiner.examineAge(signal)
  if (!result) return false
  const paint = makeTextPainter()
  const problem = formatAttemptError(result, lab) ?? (result.failure && formatVariantFailure(lab.name, result.failure, paint))
  view.write(problem ?? `${paint.green('✔')} age of answers`)
  return !problem
}
