import { existsSync } from 'node:fs'
import { changeLabProgress, readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { findAttemptPaths, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { listExerciseSteps, listOptionalSteps, describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { countReached, countSeenHints, suggestHint } from '@hotpath-labs/workshop/attempt/hints.js'
import { wrapText, wrapWithHangingIndent } from '@hotpath-labs/terminal/lines.js'
import { findTerminalOptions, formatNextCommands, makeCommand, printLine } from '@hotpath-labs/terminal/terminal.js'
import { isAttemptUnchanged } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { findLab, refuseDemonstration } from '@hotpath-labs/command-line/find-lab.js'
import { nameWhatToType } from './what-to-type.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { WatchView } from './watch-view.js'
 */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('hint')
    .description('show one more hint: the first hint says where to look, the last hint says what to write')
    .option('--again', 'show the hints you have seen')
    .action((options) => printHint(name, options))
}

/**
 * Prints the next hint of a lab, or with `again` all hints so far.
 *
 * @param {string} name of a lab
 * @param {{ again?: boolean, view?: WatchView }} options `view` of a session: keys follow, so no commands are suggested
 */
export async function printHint (name, { again, view }) {
  const isWatched = view !== undefined
  const lab = await findLab(name)
  refuseDemonstration(lab)
  const all = lab.hints.length
  if (isAttemptUnchanged(lab)) await changeLabProgress(lab.name, () => ({ place: null }))
  const before = Math.min(countSeenHints(lab, readLabProgress(lab.name)), all)
  const isMore = !again && before < all
  const count = isMore ? await countOneMore(lab) : before
  // a measurement may have drawn its progress meanwhile
  view?.begin()
  // a session has no other key that shows the hints again
  printLine(formatHints(lab, isMore ? count - 1 : again || isWatched ? 0 : all, count, isWatched))
  if (!isWatched) printLine(`\n${formatNextCommands(listNextSteps(lab, isMore))}`)
}

/** @param {Lab} lab @returns {Promise<number>} hints that the attendee has seen now */
async function countOneMore (lab) {
  const { length } = lab.hints
  const { hints } = await changeLabProgress(lab.name, (before) => ({ hints: Math.min(countSeenHints(lab, before), length - 1) + 1 }))
  return Math.min(hints, length)
}

/**
 * @param {Lab} lab
 * @param {number} from index of the first hint to show
 * @param {number} to index after the last hint
 * @param {boolean} [isWatched]
 */
function formatHints (lab, from, to, isWatched) {
  const { hints, manifest } = lab
  const { width } = findTerminalOptions()
  const progress = readLabProgress(lab.name)
  const isOptional = (/** @type {string | null} */ step) => listOptionalSteps(manifest).some(({ variant }) => variant === step)
  if (from === hints.length) return `There are no more hints: number ${hints.length} is the last.`
  if (from === to) return 'You have not seen a hint yet.'
  return hints.slice(from, to).map(({ text, step }, index) => {
    const about = listExerciseSteps(manifest).find(({ variant }) => variant === step)?.about
    // only an exercise that the lab judges itself shows the names of its steps elsewhere
    const name = manifest.exercise ? ` ${step}` : ''
    const isPast = from + index < countReached(lab, progress)
    const head = `hint ${from + index + 1} of ${hints.length}${isPast ? ', which your file no longer needs' : ''}${about ? `, for the ${isOptional(step) ? 'optional ' : ''}step${name}: ${about}` : ''}`
    const lines = nameWhatToType(text, lab, isWatched).split('\n').map((line) => line.startsWith('    ') ? line : wrapText(line, '  ', width))
    return [wrapWithHangingIndent(head, width), ...lines].join('\n')
  }).join('\n\n')
}

/**
 * @param {Lab} lab
 * @param {boolean} isNew whether a hint was shown for the first time
 * @returns {[string, string][]}
 */
function listNextSteps (lab, isNew) {
  const typed = makeCommand(`lab ${formatLabArgument(lab)}`)
  /** @type {[string, string]} */
  const judge = existsSync(findAttemptPaths(lab).file) ? [`${typed} mine`, 'judge your file'] : [`${typed} start`, `copy ${describeStartingFile(lab.manifest)}, to improve it`]
  const oneMore = suggestHint(lab)
  if (oneMore.length) return [judge, ...oneMore]
  /** @type {[string, string]} */
  const solution = [`${typed} solution${readLabProgress(lab.name).passed ? '' : ' --anyway'}`, 'show what passes']
  return isNew ? [judge, solution] : [judge, [`${typed} hint --again`, 'show all hints again'], solution]
}
