import colors from 'picocolors'
import { loadLab } from '../../shared/lab/find.js'
import { shown } from '../../shared/mine/place.js'
import { progressOf } from '../../shared/mine/progress.js'
import { difference, explanation } from '../../shared/mine/solution.js'
import { wrapped } from '../../shared/report/terminal.js'
import { nextLines } from './attending.js'
import { wantsColor } from './lab.js'
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
  process.stdout.write([
    `slow  ${ladder.slow}\nfast  ${ladder.fast}`,
    ...explanation(lab).map((text) => wrapped(text)),
    painted(difference(lab)),
    nextLines([[`pnpm lab ${name}`, 'measure every step of it'], ['pnpm lab next', 'what comes now']]).join('\n'),
  ].join('\n\n') + '\n')
  process.stderr.write(process.stderr.isTTY ? `The whole story is in ${shown(lab.folder)}/README.md\n` : '')
}

/** @param {string} diff */
function painted (diff) {
  const paint = colors.createColors(wantsColor())
  /** @type {[string, (text: string) => string][]} */
  const painters = [['---', paint.bold], ['+++', paint.bold], ['@@', paint.cyan], ['-', paint.red], ['+', paint.green]]
  return diff.split('\n').map((line) => (painters.find(([start]) => line.startsWith(start))?.[1] ?? String)(line)).join('\n')
}
