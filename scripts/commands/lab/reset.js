import { existsSync } from 'node:fs'
import { mineOf, shown, typedOf } from '@hotpath-labs/project'
import { beginAgain } from '@hotpath-labs/workshop'
import { findLab } from '../../find-lab.js'
import { formatNext, print } from '../../terminal.js'
import { UsageError } from '../../usage.js'

/** @import { Lab } from 'hotpath/lab' */

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function register (command, name) {
  command.command('reset')
    .description('start again from slow; a backup of your files is kept')
    .option('--yes', 'do not ask for confirmation')
    .action(({ yes }) => reset(name, yes))
}

/** @param {string} name @param {boolean} [isConfirmed] */
async function reset (name, isConfirmed) {
  const lab = await findLab(name)
  const { folder, file } = mineOf(lab)
  if (!existsSync(folder)) throw new UsageError(`There is nothing to reset: you have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  if (!isConfirmed && !await confirmReset(lab, folder)) return print(`${shown(file)} was not changed.`)
  const backup = beginAgain(lab)
  print([
    `${shown(file)} is a copy of slow again.`,
    `Your earlier files are in ${shown(backup)}`,
    '',
    formatNext([[`pnpm lab ${typedOf(lab)} watch`, 'compare your answers on each save']]),
  ].join('\n'))
}

/** @param {Lab} lab @param {string} folder */
async function confirmReset (lab, folder) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UsageError(`reset asks for confirmation, which needs a terminal. Without a terminal, type: pnpm lab ${typedOf(lab)} reset --yes`)
  }
  const { confirm } = await import('@clack/prompts')
  const message = `Start ${lab.name} again from slow? Your files in ${shown(folder)} are kept as a backup.`
  // Ctrl-C answers with a symbol
  return await confirm({ message, initialValue: false }) === true
}
