import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Option } from 'commander'
import { lockMachine, formatWaitingForLock } from '@hotpath-labs/engine/process/lock.js'
import { VariantFailure, UsageError, EXIT_CODES } from '@hotpath-labs/engine/failures.js'
import { makeCommand, printNotice } from '@hotpath-labs/terminal/terminal.js'
import { stopOnFirstSignal } from '@hotpath-labs/terminal/run.js'
import { findLabFolder } from '@hotpath-labs/command-line/find-lab.js'
import { reportVariantFailure } from '@hotpath-labs/command-line/profiling.js'
import { runCommandInChild } from '@hotpath-labs/command-line/child.js'

/** @param {import('commander').Command} program */
export function registerCommand (program) {
  program.command('bench')
    .description('repeat the published measurement of a lab with autocannon or benchmark.js; prints tables, but no verdict')
    .argument('<name>', 'a lab')
    .addOption(new Option('--unlocked', 'internal: the parent process holds the lock of this machine').hideHelp())
    .action((name, { unlocked }) => {
      const folder = findLabFolder(name)
      const file = join(folder, 'bench.js')
      if (!existsSync(file)) throw new UsageError(`${name} has no bench.js, so there is no published measurement to repeat. Type: ${makeCommand(`lab ${name}`)}`)
      return unlocked ? runHere(name, file) : runInChild(name, folder)
    })
}

/** @param {string} name @param {string} file */
async function runHere (name, file) {
  try {
    await import(pathToFileURL(file).href)
    // waits until the event loop is empty, because bench.js may still measure after its import is complete
    await once(process, 'beforeExit')
  } catch (error) {
    if (!(error instanceof VariantFailure)) throw error
    reportVariantFailure(basename(name), error)
  }
}

/**
 * Runs bench.js in a child process, because the package benchmark.js blocks the event loop. This process needs a free event loop: it holds
 * the machine's lock, and answers other processes that wait for the lock.
 *
 * @param {string} name as it was typed
 * @param {string} folder
 */
async function runInChild (name, folder) {
  const release = await lockMachine(`the bench of ${name}`, (other) => printNotice(formatWaitingForLock(other)))
  const controller = new AbortController()
  const { signal } = controller
  stopOnFirstSignal(() => controller.abort())
  const code = await runCommandInChild(['bench', folder, '--unlocked'], signal)
  release()
  if (!signal.aborted) process.exitCode = code ?? EXIT_CODES['cannot run']
}
