import { judgeAATest, findWorstFindingState } from '@hotpath-labs/workshop/machine/finding.js'
import { checkMachine } from '@hotpath-labs/workshop/machine/checks.js'
import { wrapText } from '@hotpath-labs/terminal/lines.js'
import { EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { EXIT_CODES_HELP_TEXT, findTerminalOptions, formatNextCommands, makeCommand, makeTextPainter, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { LabProgress } from '@hotpath-labs/lab/report/progress.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { measureWhenMachineIsFree } from '@hotpath-labs/command-line/measure.js'
import { planControl } from '@hotpath-labs/lab/plans.js'

/** @import { Finding, State } from '@hotpath-labs/workshop/machine/finding.js' */

/** Lab for the machine's A/A test, chosen because this lab needs only Node and no service. */
const CONTROL = 'divideByAndSum'
const CONTROL_SECONDS = 2

/** @param {import('commander').Command} command lab */
export function registerCommand (command) {
  command.command('doctor')
    .description('check whether this machine can measure well, and say how to fix what is wrong')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `
Each line says:
  good     nothing to do
  limited  labs run, with the limitation that the line names
  stop     at least one lab cannot run

Exit codes: 0 good or limited, 4 stop; ${EXIT_CODES_HELP_TEXT}`)
    .action(runDoctor)
}

/** @type {Record<State, string>} */
const SUMMARIES = {
  good: 'This machine can measure well.',
  limited: 'This machine can measure; a verdict may take longer.',
  stop: 'At least one lab cannot run on this machine. Fix the problem in each line that begins with stop.',
}

/** @param {{ json?: boolean }} options */
async function runDoctor ({ json }) {
  process.exitCode = EXIT_CODES['closed pipe']
  /** @type {Finding[]} */
  const checks = []
  const add = (/** @type {Finding} */ finding) => {
    checks.push(finding)
    if (!json) printLine(formatFinding(finding))
  }
  for await (const finding of checkMachine()) add(finding)
  add(judgeAATest(await measureWhenMachineIsFree(planControl(await findLab(CONTROL)), { seconds: CONTROL_SECONDS }, new LabProgress())))

  const verdict = findWorstFindingState(checks)
  process.exitCode = verdict === 'stop' ? EXIT_CODES['cannot run'] : 0
  if (json) return printJson({ schema: RESULT_SCHEMA_VERSION, verdict, checks })
  printLine(`\n${SUMMARIES[verdict]}\n\n${formatNextCommands([verdict === 'stop' ? [makeCommand('lab doctor'), 'check again'] : [makeCommand('lab next'), 'which lab comes next']])}`)
}

/** @param {Finding} finding */
function formatFinding ({ name, state, says, mend }) {
  const paint = makeTextPainter()
  const { width } = findTerminalOptions()
  const painter = { good: paint.green, limited: paint.yellow, stop: paint.red }[state]
  const indent = ' '.repeat(28)
  const text = wrapText(says, indent, width).slice(indent.length)
  return `${painter(state.padEnd(9))}${paint.bold(name.padEnd(19))}${text}${mend ? `\n${paint.dim(wrapText(`to fix it: ${mend}`, indent, width))}` : ''}`
}
