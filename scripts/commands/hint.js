import { loadLab, typedOf } from '../../shared/lab/find.js'
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
  process.stdout.write(`${lines.join('\n')}${isWatched ? '' : `\n${nextLines(nextSteps(typedOf(lab), given < hints.length, isMore), looks())}\n`}`)
}

/** @param {string} typed for the lab @param {boolean} areMore @param {boolean} isNew @returns {[string, string][]} */
function nextSteps (typed, areMore, isNew) {
  const mine = /** @type {[string, string]} */ ([`pnpm lab ${typed} mine`, 'judge your file'])
  if (areMore) return [mine, [`pnpm lab ${typed} hint`, 'one more']]
  return [mine, ...isNew ? [] : /** @type {[string, string][]} */ ([[`pnpm lab ${typed} hint --again`, 'all of them']]), [`pnpm lab ${typed} solution --anyway`, 'what fast does']]
}
