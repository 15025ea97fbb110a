import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { loadLab, typedOf } from '../../shared/lab/find.js'
import { beginAgain, copySlow } from '../../shared/mine/copy.js'
import { openInEditor } from '../../shared/mine/editor.js'
import { mineOf, shown } from '../../shared/mine/place.js'
import { changeProgress } from '../../shared/mine/progress.js'
import { wrapped } from '../../shared/report/lines.js'
import { nextLines } from '../../shared/report/next.js'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

const PLACE = 'Your files are in my/, which git ignores; HOTPATH_MY=FOLDER puts them elsewhere. The file that is judged is mine.js, or mine.cjs if ' +
  'the lab is about a function: it exports what slow exports. It can import the lab\'s packages and the files copied beside it.'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function startCommand (command, name) {
  command.command('start')
    .description('copy slow to your own folder, to make it fast there')
    .option('--editor', 'open it with $VISUAL, $EDITOR or VS Code')
    .addHelpText('after', `\n${PLACE}`)
    .action((options) => start(name, options))
}

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function resetCommand (command, name) {
  command.command('reset')
    .description('start again from slow; what you have written is kept')
    .option('--yes', 'do not ask')
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
    copied.includes(file) ? 'It is a copy of slow, for you to make fast.' : 'You have started already: it stays as it is.',
    ...beside.length ? [wrapped(`Beside it, also yours: ${beside.join(', ')}`, '', looks().width)] : [],
    '',
    nextLines([[`pnpm lab ${typedOf(lab)} watch`, 'compare its answers on each save'], [`pnpm lab ${typedOf(lab)} hint`, 'where to look']], looks()),
  ].join('\n')}\n`)
  const reason = options.editor && await openInEditor(file)
  if (reason) process.stderr.write(`No editor was opened: ${reason}. Open ${file}\n`)
}

/** @param {string} name @param {{ yes?: boolean }} options */
async function reset (name, { yes }) {
  const lab = await loadLab(folderOf(name))
  const { folder, file } = mineOf(lab)
  if (!existsSync(folder)) throw new UsageError(`There is nothing to reset: you have not started ${lab.name}. Type: pnpm lab ${typedOf(lab)} start`)
  if (!yes && !await isSure(`Start ${lab.name} again from slow? What is in ${shown(folder)} is kept as a backup.`, lab)) {
    process.stdout.write(`${shown(file)} stays as it is.\n`)
    return
  }
  const backup = beginAgain(lab)
  process.stdout.write([`${shown(file)} is slow again.`, `What you had is in ${shown(backup)}`, '', nextLines([[`pnpm lab ${typedOf(lab)} watch`, 'compare its answers on each save']], looks())].join('\n') + '\n')
}

/** @param {string} question @param {import('../../shared/lab/find.js').Lab} lab */
async function isSure (question, lab) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new UsageError(`reset asks first, and this is not a terminal. Type: pnpm lab ${typedOf(lab)} reset --yes`)
  const { confirm } = await import('@clack/prompts')
  // Ctrl-C answers with a symbol
  return await confirm({ message: question, initialValue: false }) === true
}
