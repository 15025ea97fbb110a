import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { changeProgress, mineOf, shown, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { beginAgain, copySlow, openInEditor } from '@hotpath-labs/workshop'
import { nextLines, wrapped } from 'hotpath/report'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

const PLACE = 'Your files are in my/, which git ignores; set HOTPATH_MY=FOLDER to use another folder. The lab judges mine.js, or mine.cjs if ' +
  'the lab is about a function. Your file exports what slow exports. It can import the lab\'s packages and the files copied with it.'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function startCommand (command, name) {
  command.command('start')
    .description('copy slow to your own folder, for you to make it fast')
    .option('--editor', 'open your file with $VISUAL, $EDITOR or VS Code')
    .addHelpText('after', `\n${PLACE}`)
    .action((options) => start(name, options))
}

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function resetCommand (command, name) {
  command.command('reset')
    .description('start again from slow; a backup of your files is kept')
    .option('--yes', 'do not ask for confirmation')
    .action((options) => reset(name, options))
}

/** @param {string} name @param {{ editor?: boolean }} options */
async function start (name, options) {
  const lab = await loadLab(folderOf(name))
  const { folder, file } = mineOf(lab)
  const copied = copySlow(lab)
  const beside = copied.filter((one) => one !== file).map((one) => relative(folder, one))
  await changeProgress(lab.name, ({ started }) => ({ started: started ?? new Date().toISOString() }))
  process.stdout.write(`${wrapped(lab.manifest.question, '', looks().width)}\n\n${[
    `Your file is ${shown(file)}`,
    copied.includes(file) ? 'It is a copy of slow, for you to make fast.' : 'You have already started this lab, so your file was not changed.',
    ...beside.length ? [wrapped(`Copied with it, also for you to change: ${beside.join(', ')}`, '', looks().width)] : [],
    '',
    nextLines([[`pnpm lab ${typedOf(lab)} watch`, 'compare your answers on each save'], [`pnpm lab ${typedOf(lab)} hint`, 'where to look']], looks()),
  ].join('\n')}\n`)
  const reason = options.editor && await openInEditor(file)
  if (reason) process.stderr.write(`No editor was opened: ${reason}. Open the file yourself: ${file}\n`)
}

/** @param {string} name @param {{ yes?: boolean }} options */
async function reset (name, { yes }) {
  const lab = await loadLab(folderOf(name))
  const { folder, file } = mineOf(lab)
  if (!existsSync(folder)) throw new UsageError(`There is nothing to reset: you have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  if (!yes && !await isSure(`Start ${lab.name} again from slow? Your files in ${shown(folder)} are kept as a backup.`, lab)) {
    process.stdout.write(`${shown(file)} was not changed.\n`)
    return
  }
  const backup = beginAgain(lab)
  process.stdout.write([`${shown(file)} is a copy of slow again.`, `Your earlier files are in ${shown(backup)}`, '', nextLines([[`pnpm lab ${typedOf(lab)} watch`, 'compare your answers on each save']], looks())].join('\n') + '\n')
}

/** @param {string} question @param {import('hotpath/lab').Lab} lab */
async function isSure (question, lab) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new UsageError(`reset asks for confirmation, which needs a terminal. Without a terminal, type: pnpm lab ${typedOf(lab)} reset --yes`)
  const { confirm } = await import('@clack/prompts')
  // Ctrl-C answers with a symbol
  return await confirm({ message: question, initialValue: false }) === true
}
