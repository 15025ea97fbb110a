import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lockMachine } from '../../shared/measure/process/lock.js'
import { folderOf } from '../usage.js'

/** @param {import('commander').Command} program */
export function benchCommand (program) {
  program.command('bench')
    .description('run a lab as it was published, with autocannon or benchmark.js: tables to read, no verdict')
    .argument('<name>', 'a lab')
    .action(async (name) => {
      const bench = join(folderOf(name), 'bench.js')
      const release = await lockMachine(`the bench of ${name}`, (other) => process.stderr.write(`waiting for another measurement on this machine: ${other}\n`))
      try {
        await import(pathToFileURL(bench).href)
      } finally {
        release()
      }
    })
}
