/**
 * Waits until all promises have settled, then throws the first error, so that no work still goes on after a failure.
 *
 * @template T
 * @param {Promise<T>[]} promises
 * @returns {Promise<T[]>}
 */
export async function settleAllOrThrow (promises) {
  const settled = await Promise.allSettled(promises)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return settled.map((one) => /** @type {PromiseFulfilledResult<T>} */ (one).value)
}
