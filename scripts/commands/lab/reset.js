import { existsSync } from 'node:fs'
import { UsageError } from '@hotpath-labs/engine/failures.js'
import { changeLabProgress } from '@hotpath-labs/lab/project/progress.js'
import { findAttemptPaths, formatPath, formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { hashTemplate, resetAttempt } from '@hotpath-labs/workshop/attempt/starting-copy.js'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { formatNextCommands, makeCommand, printLine } from '@hotpath-labs/terminal/terminal.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'

/** @import { Lab } from '@hotpath-labs/lab/load.js' */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('reset')
    .description('replace your files by a new copy of the template, and keep a backup of your files')
    .option('--yes', 'do not ask for confirmation')
    .action(({ yes }) => reset(name, yes))
}

/** @param {string} name @param {boolean} [isConfirmed] */
async function reset (name, isConfirmed) {
  const lab = await findLab(name)
  const { folder, file } = findAttemptPaths(lab)
  if (!existsSync(folder)) throw new UsageError(`There is nothing to reset: you have not started ${lab.name}. Type: ${makeCommand(`lab ${formatLabArgument(lab)} start`)}`)
  if (!isConfirmed && !await confirmReset(lab, folder)) return printLine(`${formatPath(file)} was not changed.`)
  const backup = resetAttempt(lab)
  await changeLabProgress(lab.name, () => ({ hints: 0, step: null, place: null, template: hashTemplate(lab) }))
  printLine([
    `${formatPath(file)} is a copy of ${describeStartingFile(lab.manifest)} again.`,
    `Your earlier files are in ${formatPath(backup)}`,
    '',
    formatNextCommands([[makeCommand(`lab ${formatLabArgument(lab)} watch`), 'check your file on each save']]),
  ].join('\n'))
}

/** @param {Lab} lab @param {string} folder */
async function confirmReset (lab, folder) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(`reset asks for confirmation, which needs a terminal. Without a terminal, type: ${makeCommand(`lab ${formatLabArgument(lab)} reset --yes`)}`)
  }
  const { confirm } = await import('@clack/prompts')
  const message = `Start ${lab.name} again from ${describeStartingFile(lab.manifest)}? Your files in ${formatPath(folder)} are kept as a backup.`
  // compares with true, because confirm() returns a symbol after Ctrl-C
  return await confirm({ message, initialValue: false }) === true
}
