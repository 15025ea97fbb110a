import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { readLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { copyImportsOfSolution, diffTemplateAndSolution, readSolutionExplanation } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { findExerciseFiles, findSolutionVariant, listExerciseSteps } from '@hotpath-labs/lab/exercise.js'
import { wrapWithHangingIndent, wrapText } from '@hotpath-labs/terminal/lines.js'
import { findTerminalOptions, formatNextCommands, makeCommand, printLine, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { formatDiff } from '@hotpath-labs/command-line/attempt-file.js'
import { nameWhatToType } from './what-to-type.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { WatchView } from './watch-view.js'
 */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('solution')
    .description('show and explain a file that passes, once your own file has passed')
    .option('--anyway', 'show the solution before your file has passed')
    .action((options) => printSolution(name, options))
}

/**
 * @param {string} name of a lab
 * @param {{ anyway?: boolean, view?: WatchView }} options `view` of a session: keys follow, so no commands are suggested
 */
export async function printSolution (name, { anyway, view }) {
  const isWatched = view !== undefined
  const lab = await findLab(name)
  const typed = makeCommand(`lab ${formatLabArgument(lab)}`)
  if (!anyway && !lab.manifest.demonstration && !readLabProgress(lab.name).passed) {
    const first = existsSync(findAttemptPaths(lab).file)
      ? `Your file has not passed ${lab.name} yet. To judge it, type: ${typed} mine.`
      : `You have not started ${lab.name} yet. To start, type: ${typed} start.`
    throw new UsageError(`${first} To see the solution now, type: ${typed} solution --anyway`)
  }
  const { variants } = lab.manifest
  const { folder } = findAttemptPaths(lab)
  const copied = existsSync(folder) ? copyImportsOfSolution(lab).map((file) => relative(folder, file)) : []
  const { width } = findTerminalOptions()
  // a measurement may have drawn its progress meanwhile
  view?.begin()
  printLine([
    lab.manifest.exercise
      ? listExerciseSteps(lab.manifest).map(({ variant, about }) => wrapWithHangingIndent(`${variant}  ${about}`, width)).join('\n')
      : listShown(lab).map((variant) => wrapWithHangingIndent(`${variant}  ${variants[variant]}`, width)).join('\n'),
    ...readSolutionExplanation(lab).map((text) => wrapText(nameWhatToType(text, lab, isWatched), '', width)),
    formatDiff(diffTemplateAndSolution(lab)),
    ...copied.length ? [wrapText(`Copied to ${formatPath(folder)}, because programs of the lab import ${copied.length === 1 ? 'it' : 'them'}: ${copied.join(', ')}`, '', width)] : [],
    ...isWatched ? [] : [formatNextCommands([[typed, 'measure every variant'], [makeCommand('lab next'), 'which lab comes next']])],
  ].join('\n\n'))
  if (process.stderr.isTTY) printNotice(`The whole file is ${formatPath(findExerciseFiles(lab).solution)}. Read more in ${formatPath(lab.folder)}/README.md`)
}

/** @param {Lab} lab @returns {string[]} slow, its steps and the solution, in order */
function listShown ({ manifest }) {
  const shown = ['slow', ...listExerciseSteps(manifest).map(({ variant }) => variant), findSolutionVariant(manifest)]
  return Object.keys(manifest.variants).filter((variant) => shown.includes(variant))
}
