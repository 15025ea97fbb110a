import { existsSync } from 'node:fs'
import colors from 'picocolors'
import { typedOf } from '../../shared/lab/find.js'
import { CannotRun } from '../../shared/measure/process/failure.js'
import { watchedBy } from '../../shared/mine/alone.js'
import { isUnchanged } from '../../shared/mine/copy.js'
import { changes } from '../../shared/mine/difference.js'
import { Examiner } from '../../shared/mine/examiner.js'
import { UnwritableError, mineOf, shown } from '../../shared/mine/place.js'
import { progressOf } from '../../shared/mine/progress.js'
import { Session } from '../../shared/mine/session.js'
import { watchFolder } from '../../shared/mine/watcher.js'
import { checks, failureReport } from '../../shared/report/terminal.js'
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

const HELP = 'On each save the watch compares your file\'s answers with those of slow, and counts what the lab counts. Press b to measure, or give --auto to ' +
  'measure after each save; a save in the middle of a measurement starts it again. Without a terminal there are no keys: Ctrl-C or SIGTERM ends it.'

/** @typedef {import('../../shared/lab/find.js').Lab} Lab @typedef {import('../../shared/mine/session.js').Effects} Effects */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function watchCommand (command, name) {
  command.command('watch')
    .description('compare your file\'s answers on each save, and measure it when you want')
    .option('--auto', 'measure after each save, if the answers are right')
    .option('--seconds <n>', 'in a measurement, start no new pair after this many seconds', someSeconds, MOST_SECONDS)
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
  if (other) throw new UsageError(`${shown(file)} is already being watched, by process ${other.pid}: go on there, or end it first. If that is not yours, delete ${shown(other.file)}`)
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
  if (watcher.polls) view.say('No file events arrive from this folder, so the files are checked three times a second.')
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
    gone: `${shown(file)} is gone. Put it back, or begin again: pnpm lab ${typedOf(lab)} reset`,
    unchanged: `Nothing changed yet: ${shown(file)} is still slow. Edit it and save it${view.hasKeys ? ', or press h for a hint' : ''}.`,
    unfit: 'Nothing to measure yet: the answers and the counts have to be right first.',
    again: 'Saved: the measurement begins again.',
    ended: 'Saved: the profile has ended.',
    busy: 'Wait until this has ended, or save your file: that ends it.',
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
  else view.write(checks({ oracle, counters }, lab.manifest, paint, width, `compared in ${seconds.toFixed(2)} s`))
  const isRight = !fault && !failure && counters.every(({ holds }) => holds)
  if (!fault && !failure && !isRight) view.say('The answers are right; the counts are not yet.')
  return isRight
}
