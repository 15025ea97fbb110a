import primordials from './primordials.cjs'

const { gc, memoryUsage, nextTurn } = primordials

/** A collection's weak callbacks run in the next turn and can free more: three rounds, as Node's own tests do. */
const ROUNDS = 3

/** @returns {Promise<number>} bytes that are still held after collections */
export async function measureLiveBytes () {
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => nextTurn(resolve))
    gc()
  }
  const { heapUsed, external } = memoryUsage()
  return heapUsed + external
}
