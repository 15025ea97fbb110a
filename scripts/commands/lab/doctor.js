import { judgeEqualPrograms, findings, findWorstFinding } from '@hotpath-labs/workshop'
import { wrapText } from 'hotpath/report'
import { EXIT_CODES, NO_VERDICT, FURTHER_EXIT_CODES } from '../../exit-codes.js'
import { findLab } from '../../find-lab.js'
import { measure } from '../../measure.js'
import { Progress } from '../../progress.js'
import { formatNext, makePaint, print, printJson, terminalOptions } from '../../terminal.js'
import { SCHEMA } from 'hotpath/result'

/** @import { Finding, State } from '@hotpath-labs/workshop' */

/** Lab for the machine's A/A test: it needs no service, only Node. */
const CONTROL = 'divideByAndSum'
const CONTROL_SECONDS = 2

/** @param {import('commander').Command} command lab */
export function register (command) {
  command.command('doctor')
    .description('check whether this machine can measure well, and say how to fix what is wrong')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `
Each line says:
  good     nothing to do
  will do  labs run, with the limitation that the line names
  stop     at least one lab cannot run

Exit codes: 0 good or will do, 4 stop; ${FURTHER_EXIT_CODES}`)
    .action(checkMachine)
}

/** @type {Record<State, string>} */
const SUMMARIES = {
  good: 'This machine can measure well.',
  'will do': 'This machine can measure; a verdict may take longer.',
  stop: 'At least one lab cannot run here: fix the lines that say stop.',
}

/** @param {{ json?: boolean }} options */
async function checkMachine ({ json }) {
  process.exitCode = NO_VERDICT
  /** @type {Finding[]} */
  const checks = []
  const add = (/** @type {Finding} */ finding) => {
    checks.push(finding)
    if (!json) print(formatFinding(finding))
  }
  for await (const finding of findings()) add(finding)
  add(judgeEqualPrograms(await measure(await findLab(CONTROL), { control: true, seconds: CONTROL_SECONDS }, new Progress())))

  const verdict = findWorstFinding(checks)
  process.exitCode = verdict === 'stop' ? EXIT_CODES['cannot run'] : 0
  if (json) return printJson({ schema: SCHEMA, verdict, checks })
  print(`\n${SUMMARIES[verdict]}\n\n${formatNext([verdict === 'stop' ? ['pnpm lab doctor', 'check again'] : ['pnpm lab next', 'which lab comes next']])}`)
}

/** @param {Finding} finding */
function formatFinding ({ name, state, says, mend }) {
  const paint = makePaint()
  const { width } = terminalOptions()
  const painter = { good: paint.green, 'will do': paint.yellow, stop: paint.red }[state]
  const indent = ' '.repeat(28)
  const text = wrapText(says, indent, width).slice(indent.length)
  return `${painter(state.padEnd(9))}${paint.bold(name.padEnd(19))}${text}${mend ? `\n${paint.dim(wrapText(`to fix it: ${mend}`, indent, width))}` : ''}`
}
