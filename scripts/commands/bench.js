import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { lockMachine } from '../../shared/measure/process/lock.js'
import { reap, spare } from '../../shared/measure/process/reaping.js'
import { EXIT } from '../measuring.js'
import { folderOf } from '../usage.js'

/** @param {import('commander').Command} program */
export function benchCommand (program) {
  program.command('bench')
    .description('run a lab as it was published, with autocannon or benchmark.js: tables to read, no verdict')
    .argument('<name>', 'a lab')
    .action(async (name) => {
      const bench = join(folderOf(name), 'bench.js')
      const release = await lockMachine(`the bench of ${name}`, (other) => process.stderr.write(`waiting for another measurement on this machine: ${other}\n`))
      // in a process of its own: benchmark.js lets nobody else have a turn, and others ask this one whether it is still there
      const child = spawn(process.execPath, [bench], { stdio: 'inherit' })
      if (child.pid) reap(child.pid)
      const [code] = await once(child, 'exit')
      if (child.pid) spare(child.pid)
      release()
      process.exitCode = code ?? EXIT['cannot run']
    })
}
