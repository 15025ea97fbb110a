import colors from 'picocolors'
import { labFolder, loadLab } from '../../shared/lab/find.js'
import { findings } from '../../shared/checkup/checkup.js'
import { worstOf } from '../../shared/checkup/finding.js'
import { control } from '../../shared/checkup/measuring.js'
import { wrapped } from '../../shared/report/lines.js'
import { nextLines } from '../../shared/report/next.js'
import { looks } from '../looks.js'
import { EXIT, OTHER_CODES, UNTOLD, measure } from '../measuring.js'
import { Progress } from '../progress.js'

/** The lab that needs nothing but Node. */
const CONTROL = 'divideByAndSum'
const CONTROL_SECONDS = 2

/** @typedef {import('../../shared/checkup/finding.js').Finding} Finding */

/** @param {import('commander').Command} command lab */
export function doctorCommand (command) {
  command.command('doctor')
    .description('say whether this machine is fit to measure, and how to fix what is not')
    .option('--json', 'as one JSON object')
    .addHelpText('after', `
Each line says good, will do (verdicts take longer or are less sharp), or stop (some lab cannot run).

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
  else process.stdout.write(`\n${SUMMARIES[verdict]}\n\n${nextLines([verdict === 'stop' ? ['pnpm lab doctor', 'check again'] : ['pnpm lab next', 'the lab that comes next']], looks())}\n`)
}

/** @type {Record<import('../../shared/checkup/finding.js').State, string>} */
const SUMMARIES = {
  good: 'This machine is fit to measure.',
  'will do': 'This machine will do; a verdict may take longer.',
  stop: 'Some lab cannot run here: fix what says stop.',
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
