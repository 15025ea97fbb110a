import colors from 'picocolors'
import { labFolder } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { control, findings, worstOf } from '@hotpath-labs/workshop'
import { nextLines, wrapped } from 'hotpath/report'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD, measure } from '../measuring.js'
import { Progress } from '../progress.js'

/** The lab that needs nothing but Node. */
const CONTROL = 'divideByAndSum'
const CONTROL_SECONDS = 2

/** @typedef {import('@hotpath-labs/workshop').Finding} Finding */

/** @param {import('commander').Command} command lab */
export function doctorCommand (command) {
  command.command('doctor')
    .description('check whether this machine can measure well, and say how to fix what is wrong')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `
Each line says:
  good     nothing to do
  will do  labs run, with the limitation that the line names
  stop     at least one lab cannot run

Exit codes: 0 good or will do, 4 stop; ${OTHER_CODES}`)
    .action(doctor)
}

/** @param {{ json?: boolean }} options */
async function doctor ({ json }) {
  process.exitCode = UNTOLD
  const told = []
  const tell = (/** @type {Finding} */ finding) => {
    told.push(finding)
    if (!json) process.stdout.write(line(finding))
  }
  for await (const finding of findings()) tell(finding)
  const lab = await loadLab(/** @type {string} */ (labFolder(CONTROL)))
  tell(control(await measure(lab, { control: true, seconds: CONTROL_SECONDS }, new Progress())))

  const verdict = worstOf(told)
  process.exitCode = verdict === 'stop' ? EXIT['cannot run'] : 0
  if (json) process.stdout.write(JSON.stringify({ schema: 1, verdict, checks: told }) + '\n')
  else process.stdout.write(`\n${SUMMARIES[verdict]}\n\n${nextLines([verdict === 'stop' ? ['pnpm lab doctor', 'check again'] : ['pnpm lab next', 'which lab comes next']], looks())}\n`)
}

/** @type {Record<import('@hotpath-labs/workshop').State, string>} */
const SUMMARIES = {
  good: 'This machine can measure well.',
  'will do': 'This machine can measure; a verdict may take longer.',
  stop: 'At least one lab cannot run here: fix the lines that say stop.',
}

/** @param {Finding} finding */
function line ({ name, state, says, mend }) {
  const { color, width } = looks()
  const paint = colors.createColors(color)
  const painter = { good: paint.green, 'will do': paint.yellow, stop: paint.red }[state]
  const indent = ' '.repeat(28)
  const text = wrapped(says, indent, width).slice(indent.length)
  return `${painter(state.padEnd(9))}${paint.bold(name.padEnd(19))}${text}\n${mend ? `${paint.dim(wrapped(`to fix it: ${mend}`, indent, width))}\n` : ''}`
}
