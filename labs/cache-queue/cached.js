import fastq from 'fastq'
import { LRUCache } from 'lru-cache'

/**
 * One answer for everybody until it is too old; who comes while it is being fetched waits in the queue for that one.
 *
 * @template T
 * @param {() => Promise<T>} fetch
 * @param {{ ttl: number, now?: () => number }} options ms
 * @returns {() => Promise<T>} drops an answer `ttl` after its fetch began; waiting calls share its result; errors are not kept
 */
export function cached (fetch, { ttl, now = Date.now }) {
  /** @type {LRUCache<string, { value: T }>} */
  const cache = new LRUCache({ max: 100, ttl, ttlResolution: 0, perf: { now } })
  /** @type {{ fetched: Promise<T>, arrived: number } | undefined} */
  let last
  const queue = fastq.promise(async (/** @type {number} */ came) => {
    const kept = cache.get('answer')
    // the object tells an answer from none: a cached 0 is a hit
    if (kept) return kept.value
    // however long it took: else each of those who waited would fetch anew where a fetch takes longer than the ttl
    if (last && came < last.arrived) return last.fetched
    // what comes back may be as old as the question
    const start = now()
    const fetched = fetch()
    await Promise.allSettled([fetched])
    last = { fetched, arrived: now() }
    cache.set('answer', { value: await fetched }, { start })
    return fetched
  }, 1)
  return () => queue.push(now())
}
