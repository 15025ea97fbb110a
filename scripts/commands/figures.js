import { join } from 'node:path'
import { writeFileAtomically } from 'hotpath/files'
import { ROOT } from '@hotpath-labs/project'
import { renderPagesWithFigures } from '../pages/figures.js'
import { findLab } from '../find-lab.js'
import { writeRecordedTerminal } from '../recorded-terminal/picture.js'
import { recordTerminalSession } from '../recorded-terminal/record.js'
import { printLine } from 'hotpath/cli'

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('figures')
    .description('write the recorded figures of all labs into the Markdown pages, and draw the charts')
    .option('--terminal <lab>', 'first record docs/terminal.svg: a terminal in which a script solves this function lab')
    .addHelpText('after', `
The figures come from labs/<name>/data/, and the text of docs/terminal.svg from
docs/terminal.json. So everybody who has the project writes the same pages.`)
    .action(writeFigures)
}

/** @param {{ terminal?: string }} options */
async function writeFigures ({ terminal }) {
  if (terminal) writeRecordedTerminal(await recordTerminalSession(await findLab(terminal)))
  for (const { path, text, written } of await renderPagesWithFigures()) {
    if (written === text) continue
    writeFileAtomically(join(ROOT, path), written)
    printLine(path)
  }
}
