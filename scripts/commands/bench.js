import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { folderOf } from '../usage.js'

/** @param {import('commander').Command} program */
export function benchCommand (program) {
  program.command('bench')
    .description('run a lab as it was published, with autocannon or benchmark.js: tables to read, no verdict')
    .argument('<name>', 'a lab')
    .action((name) => new Promise((resolve) => {
      const child = spawn(process.execPath, [join(folderOf(name), 'bench.js')], { stdio: 'inherit' })
      child.on('close', (code) => {
        process.exitCode = code ?? 1
        resolve(undefined)
      })
    }))
}
