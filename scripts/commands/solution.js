import colors from 'picocolors'
import { loadLab } from '../../shared/lab/find.js'
import { shown } from '../../shared/mine/place.js'
import { progressOf } from '../../shared/mine/progress.js'
import { difference, explanation } from '../../shared/mine/solution.js'
import { folded, hanging, wrapped } from '../../shared/report/lines.js'
import { nextLines } from '../../shared/report/next.js'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function solutionCommand (command, name) {
  command.command('solution')
    .description('how fast does it and why, once your own file has passed')
    .option('--anyway', 'show it now')
    .action((options) => solution(name, options))
}

/** @param {string} name @param {{ anyway?: boolean }} options */
async function solution (name, { anyway }) {
  const lab = await loadLab(folderOf(name))
  if (!anyway && !progressOf(lab.name).passed) throw new UsageError(`Your file has not passed ${lab.name} yet: pnpm lab ${name} mine judges it. To see the solution now, type: pnpm lab ${name} solution --anyway`)
  const { ladder } = lab.manifest
  const { width } = looks()
  process.stdout.write([
    ['slow', 'fast'].map((variant) => hanging(`${variant}  ${ladder[variant]}`, width)).join('\n'),
    ...explanation(lab).map((text) => wrapped(text, '', width)),
    painted(difference(lab)),
    nextLines([[`pnpm lab ${name}`, 'measure every step of it'], ['pnpm lab next', 'what comes now']], looks()),
  ].join('\n\n') + '\n')
  process.stderr.write(process.stderr.isTTY ? `The whole story is in ${shown(lab.folder)}/README.md\n` : '')
}

/** @param {string} diff */
function painted (diff) {
  const { color, width } = looks()
  const paint = colors.createColors(color)
  /** @type {[string, (text: string) => string][]} */
  const painters = [['---', paint.bold], ['+++', paint.bold], ['@@', paint.cyan], ['-', paint.red], ['+', paint.green]]
  return diff.split('\n').flatMap((line) => {
    const painter = painters.find(([start]) => line.startsWith(start))?.[1] ?? String
    // each part of a long line keeps its mark
    return folded(line.slice(1), width - 1).map((part) => painter(line.slice(0, 1) + part))
  }).join('\n')
}
