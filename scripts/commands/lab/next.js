import { Option } from 'commander'
import { LAB_TOPICS } from '@hotpath-labs/lab/manifest.js'
import { describeStartingFile } from '@hotpath-labs/lab/exercise.js'
import { findStepToGoOn, listWorkshopSteps } from '@hotpath-labs/lab/project/timetable.js'
import { readProgress } from '@hotpath-labs/lab/project/progress.js'
import { formatCountWithNoun } from '@hotpath-labs/terminal/numbers.js'
import { wrapWithHangingIndent, wrapText } from '@hotpath-labs/terminal/lines.js'
import { findTerminalOptions, formatNextCommands, makeCommand, makeTextPainter, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { RESULT_SCHEMA_VERSION } from '@hotpath-labs/lab/report/result-schema.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'
import { suggestHint } from '@hotpath-labs/workshop/attempt/hints.js'

/** @param {import('commander').Command} command lab */
export function registerCommand (command) {
  command.command('next')
    .description('show which lab comes next, and why')
    .addOption(new Option('--theme <theme>', 'only labs about this').choices(LAB_TOPICS))
    .option('--json', 'print one JSON object')
    .action(showNext)
}

/** @param {{ json?: boolean, theme?: string }} options */
async function showNext ({ json, theme }) {
  const progress = readProgress()
  const steps = (await listWorkshopSteps()).filter((step) => !theme || step.theme === theme)
  const exercises = steps.filter(({ isDemonstration }) => !isDemonstration)
  const step = findStepToGoOn(progress, steps)
  if (json) return printJson({ schema: RESULT_SCHEMA_VERSION, next: step ? { lab: step.lab, minutes: step.minutes, why: step.why } : null })
  if (!step) {
    const next = formatNextCommands([[makeCommand('progress'), 'your results'], [makeCommand('verify'), 'judge every claim on this machine']])
    return printLine(`You have passed all ${formatCountWithNoun(exercises.length, 'lab')}${theme ? ` about ${theme}` : ''}.\n\n${next}`)
  }
  const lab = await findLab(step.lab)
  const { manifest } = lab
  const { title, question } = manifest
  const { width } = findTerminalOptions()
  const isStarted = progress[step.lab]?.started
  const place = isStarted
    ? 'You have started this lab and not passed it yet'
    : `It is lab ${exercises.indexOf(step) + 1} of ${exercises.length}${theme ? ` about ${theme}` : ''} and takes about ${step.minutes} minutes`
  const typed = makeCommand(`lab ${step.lab}`)
  printLine([
    wrapWithHangingIndent(`${makeTextPainter().bold(step.lab)}  ${title}`, width),
    wrapText(question, '', width),
    '',
    wrapText(`${place}. ${step.why}`, '', width),
    '',
    formatNextCommands(isStarted ? [[`${typed} mine`, 'judge your file'], ...suggestHint(lab)] : [[`${typed} start`, `copy ${describeStartingFile(manifest)}, to improve it`], [makeCommand('lab'), 'in a terminal: open it, and go on from lab to lab']]),
  ].join('\n'))
}
