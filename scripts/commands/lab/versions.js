import { UsageError } from '@hotpath-labs/engine/failures.js'
import { formatLabArgument } from '@hotpath-labs/lab/project/project.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { formatVersionCharts } from '@hotpath-labs/records/versions/screen.js'
import { findTerminalOptions, makeCommand, printJson, printLine } from '@hotpath-labs/terminal/terminal.js'
import { findLab } from '@hotpath-labs/command-line/find-lab.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function registerCommand (command, name) {
  command.command('versions')
    .description('show the recorded ratio of each claim on each version of Node')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `
The ratios come from labs/<name>/data/records.json.
To record them, type: ${makeCommand(`versions record ${name}`)}`)
    .action(({ json }) => showVersions(name, json))
}

/** @param {string} name @param {boolean} [json] */
async function showVersions (name, json) {
  const lab = await findLab(name)
  const recorded = collectLabResultsByNode(lab)
  if (recorded.claims.every(({ readings }) => readings.length === 0) && recorded.refusals.length === 0) {
    throw new UsageError(`No ratios of ${lab.name} are recorded on several versions of Node. Type: ${makeCommand(`versions record ${formatLabArgument(lab)}`)}`)
  }
  if (json) printJson({ ...recorded, lab: lab.name })
  else printLine(formatVersionCharts(recorded, findTerminalOptions()))
}
