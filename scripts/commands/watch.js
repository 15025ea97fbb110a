import { existsSync } from 'node:fs'
import colors from 'picocolors'
import { mineOf, progressOf, shown, typedOf, UnwritableError } from '@hotpath-labs/project'
import { CannotRun } from 'hotpath/failures'
import { changes, Examiner, isUnchanged, Session, watchedBy, watchFolder } from '@hotpath-labs/workshop'
import { answersReport, failureReport } from 'hotpath/report'
import { again } from '../again.js'
import { painted } from '../diff.js'
import { faultOf } from '../faults.js'
import { hearKeys } from '../watch/keys.js'
import { looks } from '../looks.js'
import { EXIT, MOST_SECONDS } from '../measuring.js'
import { UsageError, someSeconds } from '../usage.js'
import { KEYS, View } from '../watch/view.js'
import { hint } from './hint.js'
import { startedLab } from './mine.js'
import { solution } from './solution.js'

const INTERRUPTED = 130

const HELP = 'On each save, watch compares your file\'s answers with those of slow, and checks what the lab counts. Press b to measure, or use --auto to ' +
  'measure after each save. If you save during a measurement, the measurement starts again. Without a terminal there are no keys: Ctrl-C or SIGTERM ends watch.'

/** @typedef {import('hotpath/lab').Lab} Lab @typedef {import('@hotpath-labs/workshop').Effects} Effects */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function watchCommand (command, name) {
  command.command('watch')
    .description('compare your file\'s answers on each save, and measure when you want')
    .option('--auto', 'measure after each save, if the answers are right')
    .option('--seconds <n>', 'time limit of a measurement: start no new pair of processes after n seconds', someSeconds, MOST_SECONDS)
    .addHelpText('after', `
Keys: ${KEYS.map(([key, does]) => `${key} ${does}`).join(', ')}

${HELP}

Exit codes: 0 quit, 2 usage, 4 cannot run here`)
    .action((options) => watch(name, options))
}

/** @param {string} name @param {{ auto?: boolean, seconds: number }} options */
async function watch (name, { auto = false, seconds }) {
  const lab = await startedLab(name)
  const { folder, file } = mineOf(lab)
  const other = watchedBy(lab.name)
  if (other) throw new UsageError(`${shown(file)} is already being watched, by process ${other.pid}. Go on there, or end that process first. If that process is not from hotpath-labs, delete ${shown(other.lock)}`)
  const view = new View(lab)
  const examiner = new Examiner(lab, file, (failure) => view.late(failure))
  const session = new Session(effectsOf(name, lab, examiner, view, seconds), { auto })
  view.say(`Watching ${shown(file)}: save it to compare its answers with those of slow.`)

  const told = (/** @type {Promise<unknown>} */ doing) => doing.catch((error) => {
    // a file that may not be read, or that another program holds
    if (!(error instanceof UnwritableError) && !error.syscall) throw error
    view.say(error.message)
  })
  let watcher
  try {
    const ready = examiner.start()
    // what is saved before that is looked at then
    const saved = () => ready.then(() => told(session.saved()), () => {});
    [watcher] = await Promise.all([watchFolder(folder, saved), ready])
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    process.stderr.write(`${lab.name}: ${error.needs} ${error.message}. ${error.mend}\n`)
    process.exitCode = EXIT['cannot run']
    return
  }
  if (watcher.polls) view.say('This folder sends no file events, so watch checks your files three times a second.')
  told(session.saved())
  process.exitCode = await quit(view, (key) => told(session.press(key)))
  await session.end()
  view.begin()
  await Promise.all([watcher.close(), examiner.stop()])
}

/** @param {View} view @param {(key: string) => Promise<unknown>} press @returns {Promise<number>} the exit code, when the user quits; without a terminal only a signal ends it */
function quit (view, press) {
  return new Promise((resolve) => {
    if (!view.hasKeys) return
    const restore = hearKeys((key) => {
      if (key !== 'q' && key !== 'ctrl-c') return press(key)
      restore()
      resolve(key === 'q' ? 0 : INTERRUPTED)
    })
  })
}

/**
 * @param {string} name as it was typed
 * @param {Lab} lab
 * @param {Examiner} examiner
 * @param {View} view
 * @param {number} seconds of a measurement
 * @returns {Effects}
 */
function effectsOf (name, lab, examiner, view, seconds) {
  const { file } = mineOf(lab)
  let warned = false
  const sentences = {
    gone: `${shown(file)} is gone. Put it back, or start again from slow: pnpm lab ${typedOf(lab)} reset`,
    unchanged: `Nothing changed yet: ${shown(file)} is still a copy of slow. Edit and save your file${view.hasKeys ? ', or press h for a hint' : ''}.`,
    unfit: 'Your file cannot be measured yet: first its answers and counts must be right.',
    again: 'You saved your file: the measurement starts again.',
    ended: 'You saved your file: the profile was stopped.',
    busy: 'watch is still busy. Wait until it has finished, or save your file to stop it.',
  }
  return {
    look () {
      try {
        return !existsSync(file) ? 'gone' : isUnchanged(lab) ? 'unchanged' : 'changed'
      } catch (error) {
        // a file that just went, or may not be read: loading it will say so
        if (!error.code) throw error
        return 'changed'
      }
    },
    examine: (signal) => examine(lab, examiner, view, signal),
    rest: () => examiner.rest(),
    async measure (signal) {
      await examiner.rest()
      view.begin()
      await again(['lab', name, 'mine', '--seconds', String(seconds)], signal)
    },
    async profile (signal) {
      await examiner.rest()
      view.begin()
      await again(['lab', name, 'profile', 'mine', ...lab.manifest.kind === 'heap' ? ['--tool', 'heap'] : []], signal)
    },
    show: {
      h () {
        view.begin()
        return hint(name, { isWatched: true })
      },
      d () {
        const changed = painted(changes(lab))
        if (changed) view.write(changed)
        else view.say(sentences.unchanged)
      },
      s () {
        const anyway = warned || progressOf(lab.name).passed !== null
        warned = !anyway
        if (!anyway) return view.say('Your file has not passed yet. To see the solution now, press s once more.')
        view.begin()
        return solution(name, { anyway, isWatched: true })
      },
      '?': () => view.explainKeys(),
    },
    tell: (says) => view.say(sentences[says]),
    settled: () => view.keys(),
  }
}

/** @param {Lab} lab @param {Examiner} examiner @param {View} view @param {AbortSignal} signal @returns {Promise<boolean>} whether all is right */
async function examine (lab, examiner, view, signal) {
  const found = await examiner.examine(signal)
  // that the file has gone is reported elsewhere
  if (!found || !existsSync(mineOf(lab).file)) return false
  const { color, width } = looks()
  const paint = colors.createColors(color)
  const fault = faultOf(found, lab)
  const { failure, oracle, counters, seconds } = found
  if (fault) view.write(fault)
  else if (failure) view.write(failureReport(lab.name, failure, paint))
  else view.write(answersReport({ oracle, counters }, lab.manifest, paint, width, seconds))
  const isRight = !fault && !failure && counters.every(({ holds }) => holds)
  if (!fault && !failure && !isRight) view.say('The answers are right, but the counts are not.')
  return isRight
}
