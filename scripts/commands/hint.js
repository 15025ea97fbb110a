import { existsSync } from 'node:fs'
import { changeProgress, mineOf, progressOf, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { nextLines, wrapped } from 'hotpath/report'
import { looks } from '../looks.js'
import { folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function hintCommand (command, name) {
  command.command('hint')
    .description('show one more hint; the first says where to look, the last what to write')
    .option('--again', 'show the hints you have seen')
    .action((options) => hint(name, options))
}

/** @param {string} name of a lab @param {{ again?: boolean, isWatched?: boolean }} options `isWatched`: keys stand below it, and not what to type */
export async function hint (name, { again, isWatched }) {
  const lab = await loadLab(folderOf(name))
  const { hints } = lab
  const had = Math.min(progressOf(lab.name).hints, hints.length)
  const isMore = !again && had < hints.length
  const given = isMore ? Math.min((await changeProgress(lab.name, ({ hints: before }) => ({ hints: Math.min(before, hints.length - 1) + 1 }))).hints, hints.length) : had
  const lines = hints.map((text, index) => `hint ${index + 1} of ${hints.length}\n${wrapped(text, '  ', looks().width)}\n`).slice(isMore ? given - 1 : 0, given)
  if (!isMore && !again) lines.splice(0, lines.length, `There are no more hints: you have seen all ${hints.length}.\n`)
  if (again && given === 0) lines.push('You have not seen a hint yet.\n')
  process.stdout.write(`${lines.join('\n')}${isWatched ? '' : `\n${nextLines(nextSteps(lab, given < hints.length, isMore), looks())}\n`}`)
}

/** @param {import('hotpath/lab').Lab} lab @param {boolean} areMore @param {boolean} isNew @returns {[string, string][]} */
function nextSteps (lab, areMore, isNew) {
  const typed = typedOf(lab)
  const mine = /** @type {[string, string]} */ (existsSync(mineOf(lab).file) ? [`pnpm lab ${typed} mine`, 'judge your file'] : [`pnpm lab ${typed} start`, 'copy slow, to make it fast'])
  if (areMore) return [mine, [`pnpm lab ${typed} hint`, 'show one more hint']]
  return [mine, ...isNew ? [] : /** @type {[string, string][]} */ ([[`pnpm lab ${typed} hint --again`, 'show all hints again']]), [`pnpm lab ${typed} solution --anyway`, 'show what fast does']]
}
