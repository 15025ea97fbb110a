import { relative } from 'node:path'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { beginAttempt } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { isCauseCounted, listAttemptRules } from '@hotpath-labs/workshop/attempt/reached-step.js'
import { describeGoal, describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { wrapText } from '@hotpath-labs/terminal/lines.js'
import { findTerminalOptions, formatNextCommands, makeCommand, printLine } from '@hotpath-labs/terminal/terminal.js'
import { findExercise } from '@hotpath-labs/command-line/find-lab.js'
import { suggestHint } from '@hotpath-labs/workshop/attempt/hints.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('start')
    .description('copy the program slow, or another file of the lab, to your own folder, where you improve the copy')
    .addHelpText('after', `
Your files are in my/, which git ignores; set HOTPATH_MY=FOLDER to use another
folder. The lab judges mine.js, or mine.cjs if the lab is about a function. Your
file exports what the copied file exports. It can import the lab's packages and
the files copied with it.`)
    .action(() => start(name))
}

/** @param {string} name */
async function start (name) {
  const lab = await findExercise(name)
  const { width } = findTerminalOptions()
  const { folder, file } = findAttemptPaths(lab)
  const { exercise } = lab.manifest
  const typed = makeCommand(`lab ${formatLabArgument(lab)}`)
  const { copied, change } = await beginAttempt(lab)
  const others = copied.filter((one) => one !== file).map((one) => relative(folder, one))
  printLine([
    wrapText(lab.manifest.question, '', width),
    '',
    `Your file is ${formatPath(file)}`,
    copied.includes(file)
      ? wrapText(`This file is a copy of ${describeStartingFile(lab.manifest)}. Change the copy ${describeGoal(lab.manifest)}.`, '', width)
      : 'Your file was already there, and was not changed.',
    ...change ? [wrapText(describeTemplateChange(lab, change), '', width)] : [],
    ...others.length ? [wrapText(`Other files that were copied, and that you may change too: ${others.join(', ')}`, '', width)] : [],
    ...describeRules(lab).map((rule) => wrapText(rule, '', width)),
    '',
    formatNextCommands([
      [`${typed} watch`, exercise ? 'check your file on each save' : 'compare your answers on each save'],
      ...suggestHint(lab),
    ]),
  ].join('\n'))
}

/** @param {import('@hotpath-labs/lab/load.js').Lab} lab @returns {string[]} what a file must keep to, in sentences that tell no cause */
export function describeRules (lab) {
  const rules = lab.manifest.exercise ? [] : listAttemptRules(lab, { isStart: true })
  return [
    ...rules.length ? [`A rule of the lab: ${rules.join('; ')}.`] : [],
    ...isCauseCounted(lab) ? ['The lab\'s page names the work that is counted: a file that still does it fails.'] : [],
  ]
}

/**
 * Says that a lab's template has changed since it was copied, as after `git pull`.
 *
 * @param {import('@hotpath-labs/lab/load.js').Lab} lab
 * @param {'copied again' | 'kept'} change what became of the attendee's file
 */
export function describeTemplateChange (lab, change) {
  const changed = `${describeStartingFile(lab.manifest)} has changed since you copied it, for example by git pull.`
  return change === 'kept'
    ? `${changed} Your file was kept. To start again with a backup of your file, type: ${makeCommand(`lab ${formatLabArgument(lab)} reset`)}`
    : `${changed} You had not changed your copy, so it was copied again.`
}
