import { Option } from 'commander'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lockMachine, waitingFor } from 'hotpath/measure'
import { VariantFailure } from 'hotpath/failures'
import { again } from '../again.js'
import { tellFailure } from '../profiling.js'
import { EXIT } from '../measuring.js'
import { atSignals } from '../signals.js'
import { UsageError, folderOf } from '../usage.js'

/** @param {import('commander').Command} program */
export function benchCommand (program) {
  program.command('bench')
    .description('repeat the published measurement, with autocannon or benchmark.js: tables, no verdict')
    .argument('<name>', 'a lab')
    .addOption(new Option('--unlocked', 'set by the process that holds the lock').hideHelp())
    .action((name, { unlocked }) => {
      const folder = folderOf(name)
      const file = join(folder, 'bench.js')
      if (!existsSync(file)) throw new UsageError(`${name} has no bench.js, so there is no published measurement to repeat. Type: pnpm lab ${name}`)
      return unlocked ? here(name, file) : elsewhere(name, folder)
    })
}

/** @param {string} name @param {string} file */
async function here (name, file) {
  try {
    await import(pathToFileURL(file).href)
    // one that does not wait for its own work has not ended yet
    await once(process, 'beforeExit')
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    tellFailure(basename(name), error)
  }
}

/**
 * In a process of its own: benchmark.js lets nobody else have a turn, and those who wait ask this one whether it is still there.
 *
 * @param {string} name as it was typed
 * @param {string} folder
 */
async function elsewhere (name, folder) {
  const release = await lockMachine(`the bench of ${name}`, (other) => process.stderr.write(`${waitingFor(other)}\n`))
  const ending = new AbortController()
  atSignals(() => ending.abort())
  const code = await again(['bench', folder, '--unlocked'], ending.signal)
  release()
  if (!ending.signal.aborted) process.exitCode = code ?? EXIT['cannot run']
}
