import { loadLab, typedOf } from '../../shared/lab/find.js'
import { difference } from '../../shared/mine/difference.js'
import { shown } from '../../shared/mine/place.js'
import { progressOf } from '../../shared/mine/progress.js'
import { explanation } from '../../shared/mine/solution.js'
import { hanging, wrapped } from '../../shared/report/lines.js'
import { nextLines } from '../../shared/report/next.js'
import { painted } from '../diff.js'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function solutionCommand (command, name) {
  command.command('solution')
    .description('what fast does and why, once your own file has passed')
    .option('--anyway', 'show it now')
    .action((options) => solution(name, options))
}

/** @param {string} name of a lab @param {{ anyway?: boolean, isWatched?: boolean }} options `isWatched`: keys stand below it, and not what to type */
export async function solution (name, { anyway, isWatched }) {
  const lab = await loadLab(folderOf(name))
  if (!anyway && !progressOf(lab.name).passed) throw new UsageError(`Your file has not passed ${lab.name} yet: pnpm lab ${typedOf(lab)} mine judges it. To see the solution now, type: pnpm lab ${typedOf(lab)} solution --anyway`)
  const { ladder } = lab.manifest
  const { width } = looks()
  process.stdout.write([
    ['slow', 'fast'].map((variant) => hanging(`${variant}  ${ladder[variant]}`, width)).join('\n'),
    ...explanation(lab).map((text) => wrapped(text, '', width)),
    painted(difference(lab)),
    ...isWatched ? [] : [nextLines([[`pnpm lab ${typedOf(lab)}`, 'measure every step of it'], ['pnpm lab next', 'what comes next']], looks())],
  ].join('\n\n') + '\n')
  process.stderr.write(process.stderr.isTTY ? `The whole story is in ${shown(lab.folder)}/README.md\n` : '')
}
