import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { collectLabResultsByNode } from '@hotpath-labs/records/versions/results.js'
import { VERSIONS_PAGE_FILE, renderVersionPages } from '@hotpath-labs/site/versions/pages.js'
import { parseInteger } from '@hotpath-labs/terminal/parse.js'
import { formatExamples, printLine } from '@hotpath-labs/terminal/terminal.js'
import { parseNodeVersionList } from '@hotpath-labs/command-line/choose-nodes.js'
import { findLabs } from '@hotpath-labs/command-line/find-lab.js'
import { recordLabsOnVersions } from './versions/record.js'

/**
 * LTS versions of Node to record, beginning with the oldest version that can run a lab. The omitted LTS versions changed no lab's ratios.
 */
const NODES = ['6', '8', '12', '16', '18', '20', '22', '24', '26']

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  const versions = program.command('versions')
    .description('record the ratios of labs on several versions of Node, and write docs/then-and-now.md')
  versions.command('record')
    .description('measure labs on several versions of Node, and save the ratios in labs/<name>/data/records.json')
    .argument('[names...]', 'labs, or folders with a lab; default: all labs')
    .option('--node <versions>', 'the versions of Node: 6,20.11.0,lts,current,/path', parseNodeVersionList, NODES)
    .option('--seed <n>', 'use the same inputs and the same order of programs as the earlier run with this seed', parseInteger)
    .option('--force', 'record everything again, and replace the earlier records')
    .addHelpText('after', `
Each pair is measured twice: early, as pnpm lab measures it, and again when the
same processes have warmed up longer. If a version of Node cannot run a lab,
the reason is recorded. Ctrl-C keeps what is complete, and the same command
continues from there.

Example:
${formatExamples([['versions record divideByAndSum', 'nine versions of Node, in two or three minutes']])}

To compare one program on two versions of Node, type: npx hotpath compare --node 18 20

Exit codes: 0 recorded, 1 a variant failed, 2 usage, 4 a version of Node, or a service of a lab, is not available`)
    .action(recordLabsOnVersions)
  versions.command('write')
    .description('write the pictures, charts and tables of docs/then-and-now.md from the records')
    .action(writePages)
}

async function writePages () {
  const labs = (await findLabs([])).map(collectLabResultsByNode)
  for (const [path, text] of renderVersionPages(readFileSync(join(ROOT, VERSIONS_PAGE_FILE), 'utf8'), labs)) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileAtomically(join(ROOT, path), text)
    printLine(path)
  }
}
