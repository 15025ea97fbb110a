import { UsageError } from '@hotpath-labs/engine/failures.js'
import { copyEngine, findFirstFailedSubtest, ENGINE_MUTATIONS, countMutationMatches, findFailingTest } from '@hotpath-labs/validate/mutations/mutations.js'
import { printLine, TerminalProgress } from '@hotpath-labs/terminal/terminal.js'

/**
 * Puts one fault after another into a copy of the engine, and prints the test that finds the fault. Sets exit code 1 if no test finds a
 * fault.
 */
export async function runMutationTests () {
  const progress = new TerminalProgress()
  const { root, remove } = copyEngine()
  let survivors = 0
  try {
    progress.show('running the tests without a fault')
    for (const test of new Set(ENGINE_MUTATIONS.flatMap(({ tests }) => tests))) {
      const failed = await findFirstFailedSubtest(test, root)
      if (failed) throw new UsageError(`${test} fails before any fault is put into the engine: ${failed}. Make this test pass first. Type: pnpm test`)
    }
    for (const [index, mutation] of ENGINE_MUTATIONS.entries()) {
      progress.show(`${index + 1}/${ENGINE_MUTATIONS.length}  ${mutation.fault}`)
      const applies = countMutationMatches(mutation, root).places === 1
      const red = applies ? await findFailingTest(mutation, root) : undefined
      if (!red) survivors++
      const outcome = red ?? (applies ? `not found by ${mutation.tests.join(', ')}` : `this fault cannot be put into ${mutation.file}, because the code of the file has changed`)
      printLine(`${red ? '✔' : '✘'} ${mutation.fault}\n  ${outcome}`)
    }
  } finally {
    progress.stop()
    remove()
  }
  printLine(`\n${ENGINE_MUTATIONS.length - survivors} of ${ENGINE_MUTATIONS.length} faults made a test fail`)
  if (survivors) process.exitCode = 1
}
