import { join } from 'node:path'
import { writeWhole } from '../../shared/page/file.js'
import { ROOT } from '../../shared/lab/root.js'
import { pagesWithFigures } from '../pages/figures.js'

/** @param {import('commander').Command} program */
export function figuresCommand (program) {
  program.command('figures')
    .description('write what is recorded for every lab into the pages that show it')
    .addHelpText('after', `
Figures come from labs/<name>/records.json, curves/ and recording.json, so that
everybody who has the project writes the same pages.`)
    .action(async () => {
      for (const { path, text, written } of await pagesWithFigures()) {
        if (written === text) continue
        writeWhole(join(ROOT, path), written)
        process.stdout.write(`${path}\n`)
      }
    })
}
