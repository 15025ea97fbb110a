import { findAttemptPaths, formatPath } from '@hotpath-labs/lab/project/project.js'
import { CannotRun, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { reportCannotRun } from '@hotpath-labs/terminal/terminal.js'
import { parseSeconds } from '@hotpath-labs/terminal/parse.js'
import { findExercise } from '@hotpath-labs/command-line/find-lab.js'
import { ATTEMPT_TIME_LIMIT_SECONDS } from '@hotpath-labs/command-line/measuring-options.js'
import { openLab, reportFileErrors } from './open-lab.js'
import { listSessionKeys, readPressedKeys, WatchView } from './watch-view.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('watch')
    .description('on each save, compare the answers of your file with the answers of the program slow; key m measures')
    .option('--auto', 'measure after each save, if the answers are right')
    .option('--seconds <n>', 'time limit of a measurement: start no new pair of processes after n seconds', parseSeconds, ATTEMPT_TIME_LIMIT_SECONDS)
    .addHelpText('after', `
Keys: ${listSessionKeys().map(([key, does]) => `${key} ${does}`).join(', ')}

On each save, watch compares your file's answers with those of slow, and checks
what the lab counts, and how old the answers may be. Press m to measure, or use --auto to measure after each
save. If you save during a measurement, the measurement starts again. Without a
terminal there are no keys: Ctrl-C or SIGTERM ends watch.

Exit codes: 0 left, 2 usage, 4 cannot run here`)
    .action((options) => watch(name, options))
}

/** @param {string} name @param {{ auto?: boolean, seconds: number }} options */
async function watch (name, { auto, seconds }) {
  const lab = await findExercise(name)
  const view = new WatchView()
  let showKeys = () => {}
  let opened
  try {
    opened = await openLab(name, lab, view, { auto, seconds, onSettled: () => showKeys() })
  } catch (error) {
    if (!(error instanceof CannotRun) && !error.syscall) throw error
    return reportCannotRun(`${lab.name}: ${error.text ?? error.message}`)
  }
  const { session, close, polls } = opened
  showKeys = opened.showKeys
  view.say(`Watching ${formatPath(findAttemptPaths(lab).file)}: save it to ${lab.manifest.exercise ? 'check it' : 'compare its answers with those of slow'}.`)
  if (polls) view.say('This folder sends no file events, so watch checks your files three times a second.')
  reportFileErrors(view, session.saved(), showKeys)
  process.exitCode = await waitForQuit(view, (key) => key === 'resumed' ? showKeys() : reportFileErrors(view, session.press(key), showKeys))
  await close()
}

/**
 * Waits until the user presses q or Ctrl-C. Without a terminal, only a signal ends the command.
 *
 * @param {WatchView} view
 * @param {(key: string) => unknown} onKey
 * @param {() => boolean} [isTyping] true while q is a letter of a name
 * @returns {Promise<number>} the exit code
 */
export function waitForQuit (view, onKey, isTyping = () => false) {
  return new Promise((resolve) => {
    if (!view.hasKeys) return
    const stop = readPressedKeys((key) => {
      if (key !== 'ctrl-c' && (key !== 'q' || isTyping())) return onKey(key)
      stop()
      resolve(key === 'q' ? 0 : EXIT_CODES.interrupted)
    })
  })
}
