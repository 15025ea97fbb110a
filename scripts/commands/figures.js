import { join } from 'node:path'
import { writeFileAtomically } from '@hotpath-labs/engine/files.js'
import { ROOT } from '@hotpath-labs/lab/project/project.js'
import { renderPagesWithFigures } from '@hotpath-labs/figures/figures.js'
import { printLine } from '@hotpath-labs/terminal/terminal.js'

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('figures')
    .description('write the recorded figures of all labs into the Markdown pages, and draw the charts')
    .addHelpText('after', `
The figures come from labs/<name>/data/. So everybody who has the project
writes the same pages.`)
    .action(writeFigures)
}

async function writeFigures () {
  for (const { path, text, written } of await renderPagesWithFigures()) {
    if (written === text) continue
    writeFileAtomically(join(ROOT, path), written)
    printLine(path)
  }
}
