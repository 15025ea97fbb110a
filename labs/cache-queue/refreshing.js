import { LRUCache } from 'lru-cache'

/**
 * One answer for everybody. Once it is too old, one call fetches the next; calls during that fetch still get the old answer.
 *
 * @template T
 * @param {() => Promise<T>} fetch
 * @param {{ ttl: number, now?: () => number }} options ms
 * @returns {() => Promise<T>} an answer is older than `ttl` only while the next one is being fetched, or cannot be
 */
export function refreshing (fetch, { ttl, now = Date.now }) {
  /** @type {unknown} */
  let reason
  /** @type {LRUCache<string, { value: any }>} */
  const cache = new LRUCache({
    max: 100,
    ttl,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: async () => {
      try {
        return { value: await fetch() }
      } catch (error) {
        reason = error
        throw error
      }
    },
  })
  return async () => {
    const kept = await cache.fetch('answer')
    // without a last answer to give, lru-cache keeps the reason to itself
    if (!kept) throw reason
    return kept.value
  }
}
