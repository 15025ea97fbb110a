import primordials from './primordials.cjs'

const { gc, memoryUsage, nextTurn } = primordials

/** Collections per reading: weak callbacks run in the next turn and free more. Node's own tests use three, too. */
const ROUNDS = 3

/** Collects garbage and measures the rest. @returns {Promise<number>} bytes */
export async function measureLiveBytes () {
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => nextTurn(resolve))
    gc()
  }
  const { heapUsed, external } = memoryUsage()
  return heapUsed + external
}
