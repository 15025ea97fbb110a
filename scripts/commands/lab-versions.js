import { loadLab, typedOf } from '../../shared/lab/find.js'
import { versionsReport } from '../../shared/report/versions.js'
import { overVersions } from '../../shared/versions/reading.js'
import { looks } from '../looks.js'
import { UsageError, folderOf } from '../usage.js'

/** @param {import('commander').Command} command of the lab @param {string} name of the lab */
export function labVersionsCommand (command, name) {
  command.command('versions')
    .description('the ratio of each of its claims on each Node, as recorded')
    .option('--json', 'as one JSON object')
    .addHelpText('after', `
Read from labs/<name>/versions.json, which pnpm versions record ${name} writes.`)
    .action(async ({ json }) => {
      const lab = await loadLab(folderOf(name))
      const told = toldOf(lab)
      if (json) process.stdout.write(`${JSON.stringify({ lab: lab.name, ...withoutLab(told) })}\n`)
      else process.stdout.write(`${versionsReport(told, looks())}\n`)
    })
}

/** @param {import('../../shared/lab/find.js').Lab} lab */
function toldOf (lab) {
  const told = overVersions(lab)
  if (told.claims.every(({ readings }) => readings.length === 0) && told.across.length === 0 && told.refusals.length === 0) throw new UsageError(`Nothing is recorded for ${lab.name} on other Nodes yet. First: pnpm versions record ${typedOf(lab)}`)
  return told
}

/** @param {import('../../shared/versions/reading.js').LabOverVersions} told */
function withoutLab ({ lab, ...told }) {
  return told
}
