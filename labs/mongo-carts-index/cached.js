import fastq from 'fastq'
import { LRUCache } from 'lru-cache'

/**
 * A total for each cart until it is too old; who comes while one is being fetched waits in the queue.
 *
 * @param {(cart: number) => Promise<number>} fetch
 * @param {{ max: number, ttl: number }} options carts, ms
 * @returns {(cart: number) => Promise<number>} an error is given to those who wait for it, and not kept
 */
export function cached (fetch, { max, ttl }) {
  /** @type {LRUCache<number, { total: number }>} */
  const cache = new LRUCache({ max, ttl })
  const queue = fastq.promise(async (/** @type {number} */ cart) => {
    // an earlier call in the queue may have fetched it
    const kept = cache.get(cart) ?? { total: await fetch(cart) }
    cache.set(cart, kept, { noUpdateTTL: true })
    return kept.total
  }, 1)
  // the object tells a total from none: a cached 0 is a hit
  return async (cart) => cache.get(cart)?.total ?? queue.push(cart)
}
