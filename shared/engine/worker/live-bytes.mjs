import primordials from './primordials.cjs'

const { gc, memoryUsage, nextTurn } = primordials

/**
 * Number of garbage collections before memory is read: callbacks of weak references run one event-loop turn after a collection, and free
 * more memory. Node's own tests use three, too.
 */
const ROUNDS = 3

/** Collects garbage, then measures the memory in use. @returns {Promise<number>} bytes */
export async function measureLiveBytes () {
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => nextTurn(resolve))
    gc()
  }
  const { heapUsed, external } = memoryUsage()
  return heapUsed + external
}
