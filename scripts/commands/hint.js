import { existsSync } from 'node:fs'
import { loadLab, typedOf } from '../../shared/lab/find.js'
import { mineOf } from '../../shared/mine/place.js'
import { changeProgress, progressOf } from '../../shared/mine/progress.js'
import { wrapped } from '../../shared/report/lines.js'
import { nextLines } from '../../shared/report/next.js'
import { looks } from '../looks.js'
import { folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function hintCommand (command, name) {
  command.command('hint')
    .description('one more hint, from where to look to what to write')
    .option('--again', 'show the hints you have had')
    .action((options) => hint(name, options))
}

/** @param {string} name of a lab @param {{ again?: boolean, isWatched?: boolean }} options `isWatched`: keys stand below it, and not what to type */
export async function hint (name, { again, isWatched }) {
  const lab = await loadLab(folderOf(name))
  const { hints } = lab.manifest
  const had = Math.min(progressOf(lab.name).hints, hints.length)
  const isMore = !again && had < hints.length
  const given = isMore ? Math.min((await changeProgress(lab.name, ({ hints: before }) => ({ hints: Math.min(before, hints.length - 1) + 1 }))).hints, hints.length) : had
  const lines = hints.map((text, index) => `hint ${index + 1} of ${hints.length}\n${wrapped(text, '  ', looks().width)}\n`).slice(isMore ? given - 1 : 0, given)
  if (!isMore && !again) lines.splice(0, lines.length, `There are no more hints: you have had all ${hints.length}.\n`)
  if (again && given === 0) lines.push('You have had no hint yet.\n')
  process.stdout.write(`${lines.join('\n')}${isWatched ? '' : `\n${nextLines(nextSteps(lab, given < hints.length, isMore), looks())}\n`}`)
}

/** @param {import('../../shared/lab/find.js').Lab} lab @param {boolean} areMore @param {boolean} isNew @returns {[string, string][]} */
function nextSteps (lab, areMore, isNew) {
  const typed = typedOf(lab)
  const mine = /** @type {[string, string]} */ (existsSync(mineOf(lab).file) ? [`pnpm lab ${typed} mine`, 'judge your file'] : [`pnpm lab ${typed} start`, 'your own copy of slow'])
  if (areMore) return [mine, [`pnpm lab ${typed} hint`, 'one more']]
  return [mine, ...isNew ? [] : /** @type {[string, string][]} */ ([[`pnpm lab ${typed} hint --again`, 'all of them']]), [`pnpm lab ${typed} solution --anyway`, 'what fast does']]
}
