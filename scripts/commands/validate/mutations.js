import { copyEngine, findFirstFailedSubtest, ENGINE_MUTATIONS, countMutationPlaces, findFailingTest } from '@hotpath-labs/validate'
import { Progress } from '../../progress.js'
import { print } from '../../terminal.js'
import { UsageError } from '../../usage.js'

/** Puts one fault at a time into a copy of the engine, and prints the test that fails. The exit code is 1 if no test fails. */
export async function tryMutations () {
  const progress = new Progress()
  const { root, remove } = copyEngine()
  let survivors = 0
  try {
    progress.show('running the tests without a fault')
    for (const test of new Set(ENGINE_MUTATIONS.flatMap(({ tests }) => tests))) {
      const failed = await findFirstFailedSubtest(test, root)
      if (failed) throw new UsageError(`${test} fails already, without a fault: ${failed}. Fix it first: pnpm test`)
    }
    for (const [index, mutation] of ENGINE_MUTATIONS.entries()) {
      progress.show(`${index + 1}/${ENGINE_MUTATIONS.length}  ${mutation.fault}`)
      const applies = countMutationPlaces(mutation, root).places === 1
      const red = applies ? await findFailingTest(mutation, root) : undefined
      if (!red) survivors++
      const outcome = red ?? (applies ? `not found by ${mutation.tests.join(', ')}` : `cannot be put into ${mutation.file}: its code has changed`)
      print(`${red ? '✔' : '✘'} ${mutation.fault}\n  ${outcome}`)
    }
  } finally {
    progress.stop()
    remove()
  }
  print(`\n${ENGINE_MUTATIONS.length - survivors} of ${ENGINE_MUTATIONS.length} faults made a test fail`)
  if (survivors) process.exitCode = 1
}
