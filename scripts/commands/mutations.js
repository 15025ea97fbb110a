import { copyOfTheEngine, firstFailure, MUTATIONS, placesOf, redBy } from '@hotpath-labs/validate'
import { Progress } from '../progress.js'
import { UsageError } from '../usage.js'

/** Puts one fault after the other into a copy of the engine, and prints the test that turned red; the exit code is 1 if one survived. */
export async function mutations () {
  const progress = new Progress()
  const { root, remove } = copyOfTheEngine()
  let survived = 0
  try {
    progress.show('running the tests without a fault')
    for (const test of new Set(MUTATIONS.flatMap(({ tests }) => tests))) {
      const failed = await firstFailure(test, root)
      if (failed) throw new UsageError(`${test} fails already, without a fault: ${failed}. Fix it first: pnpm test`)
    }
    for (const [index, mutation] of MUTATIONS.entries()) {
      progress.show(`${index + 1}/${MUTATIONS.length}  ${mutation.fault}`)
      const applies = placesOf(mutation, root).places === 1
      const red = applies ? await redBy(mutation, root) : undefined
      if (!red) survived++
      const told = red ?? (applies ? `not found by ${mutation.tests.join(', ')}` : `cannot be put into ${mutation.file}: its code has changed`)
      process.stdout.write(`${red ? '✔' : '✘'} ${mutation.fault}\n  ${told}\n`)
    }
  } finally {
    progress.stop()
    remove()
  }
  process.stdout.write(`\n${MUTATIONS.length - survived} of ${MUTATIONS.length} faults made a test fail\n`)
  if (survived) process.exitCode = 1
}
