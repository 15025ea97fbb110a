const gc = /** @type {any} */ (globalThis.gc)

/** A collection's weak callbacks run in the next turn and can free more: three rounds, as Node's own tests do. */
const ROUNDS = 3

/** @returns {Promise<number>} bytes that are still held after collections */
export async function liveBytes () {
  for (let round = 0; round < ROUNDS; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    gc()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
