import { progressOf, shown, typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { difference, explanation } from '@hotpath-labs/workshop'
import { hanging, nextLines, wrapped } from 'hotpath/report'
import { painted } from '../diff.js'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function solutionCommand (command, name) {
  command.command('solution')
    .description('show what fast does, and why, once your file has passed')
    .option('--anyway', 'show it before your file has passed')
    .action((options) => solution(name, options))
}

/** @param {string} name of a lab @param {{ anyway?: boolean, isWatched?: boolean }} options `isWatched`: keys stand below it, and not what to type */
export async function solution (name, { anyway, isWatched }) {
  const lab = await loadLab(folderOf(name))
  if (!anyway && !progressOf(lab.name).passed) throw new UsageError(`Your file has not passed ${lab.name} yet. To judge it, type: pnpm lab ${typedOf(lab)} mine. To see the solution now, type: pnpm lab ${typedOf(lab)} solution --anyway`)
  const { ladder } = lab.manifest
  const { width } = looks()
  process.stdout.write([
    ['slow', 'fast'].map((variant) => hanging(`${variant}  ${ladder[variant]}`, width)).join('\n'),
    ...explanation(lab).map((text) => wrapped(text, '', width)),
    painted(difference(lab)),
    ...isWatched ? [] : [nextLines([[`pnpm lab ${typedOf(lab)}`, 'measure every variant'], ['pnpm lab next', 'which lab comes next']], looks())],
  ].join('\n\n') + '\n')
  process.stderr.write(process.stderr.isTTY ? `Read more in ${shown(lab.folder)}/README.md\n` : '')
}
