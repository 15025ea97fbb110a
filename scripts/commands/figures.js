import { join } from 'node:path'
import { writeWhole } from 'hotpath/files'
import { ROOT } from '@hotpath-labs/project'
import { pagesWithFigures } from '../pages/figures.js'
import { print } from '../terminal.js'

/** @param {import('commander').Command} program */
export function register (program) {
  program.command('figures')
    .description('write the recorded figures of every lab into the pages')
    .addHelpText('after', `
The figures come from labs/<name>/data/.
So everybody who has the project writes the same pages.`)
    .action(writeFigures)
}

async function writeFigures () {
  for (const { path, text, written } of await pagesWithFigures()) {
    if (written === text) continue
    writeWhole(join(ROOT, path), written)
    print(path)
  }
}
