import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folderOf } from '../usage.js'

/** @param {import('commander').Command} program */
export function benchCommand (program) {
  program.command('bench')
    .description('run a lab as it was published, with autocannon or benchmark.js: tables to read, no verdict')
    .argument('<name>', 'a lab')
    .action(async (name) => { await import(pathToFileURL(join(folderOf(name), 'bench.js')).href) })
}
