import { typedOf } from '@hotpath-labs/project'
import { loadLab } from 'hotpath/lab'
import { overVersions, versionsReport } from '@hotpath-labs/history'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function labVersionsCommand (command, name) {
  command.command('versions')
    .description('show the recorded ratio of each claim on each version of Node')
    .option('--json', 'print one JSON object')
    .addHelpText('after', `
The ratios come from labs/<name>/data/versions.json.
To record them, type: pnpm versions record ${name}`)
    .action(async ({ json }) => {
      const lab = await loadLab(folderOf(name))
      const told = toldOf(lab)
      if (json) process.stdout.write(`${JSON.stringify({ lab: lab.name, ...withoutLab(told) })}\n`)
      else process.stdout.write(`${versionsReport(told, looks())}\n`)
    })
}

/** @param {import('hotpath/lab').Lab} lab */
function toldOf (lab) {
  const told = overVersions(lab)
  if (told.claims.every(({ readings }) => readings.length === 0) && told.across.length === 0 && told.refusals.length === 0) throw new UsageError(`No ratios of ${lab.name} are recorded by version of Node. Type: pnpm versions record ${typedOf(lab)}`)
  return told
}

/** @param {import('@hotpath-labs/history').LabOverVersions} told */
function withoutLab ({ lab, ...told }) {
  return told
}
