import { MUTATIONS } from '../../test/mutations/list.js'
import { copyOfTheEngine, firstFailure, placesOf, redBy } from '../../test/mutations/run.js'
import { Progress } from '../progress.js'
import { UsageError } from '../usage.js'

/** Puts one fault after the other into a copy of the engine, and prints the test that turned red; the exit code is 1 if one survived. */
export async function mutations () {
  const progress = new Progress()
  const { root, remove } = copyOfTheEngine()
  let survived = 0
  try {
    progress.show('the tests themselves, without a fault')
    for (const test of new Set(MUTATIONS.flatMap(({ tests }) => tests))) {
      const failed = await firstFailure(test, root)
      if (failed) throw new UsageError(`${test} fails without any fault: ${failed}. First: pnpm test`)
    }
    for (const [index, mutation] of MUTATIONS.entries()) {
      progress.show(`${index + 1}/${MUTATIONS.length}  ${mutation.fault}`)
      const applies = placesOf(mutation, root).places === 1
      const red = applies ? await redBy(mutation, root) : undefined
      if (!red) survived++
      const told = red ?? (applies ? `survives ${mutation.tests.join(', ')}` : `does not apply to ${mutation.file} any more`)
      process.stdout.write(`${red ? '✔' : '✘'} ${mutation.fault}\n  ${told}\n`)
    }
  } finally {
    progress.stop()
    remove()
  }
  process.stdout.write(`\n${MUTATIONS.length - survived} of ${MUTATIONS.length} faults turned a test red\n`)
  if (survived) process.exitCode = 1
}
