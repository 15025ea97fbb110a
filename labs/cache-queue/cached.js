import fastq from 'fastq'
import { LRUCache } from 'lru-cache'

/**
 * One answer for everybody until it is too old; who comes while it is being fetched waits in the queue for that one.
 *
 * @template T
 * @param {() => Promise<T>} fetch
 * @param {{ ttl: number, now?: () => number }} options ms
 * @returns {() => Promise<T>} no kept answer is older than `ttl`, counted from when it was asked for; an error is given to those who wait for it, and not kept
 */
export function cached (fetch, { ttl, now = Date.now }) {
  /** @type {LRUCache<string, { value: T }>} */
  const cache = new LRUCache({ max: 100, ttl, ttlResolution: 0, perf: { now } })
  const queue = fastq.promise(async () => {
    const kept = cache.get('answer')
    // the object tells an answer from none: a cached 0 is a hit
    if (kept) return kept.value
    // what comes back may be as old as the question
    const start = now()
    const value = await fetch()
    cache.set('answer', { value }, { start })
    return value
  }, 1)
  return () => queue.push(undefined)
}
