/** @typedef {{ index: number, of: number }} Shard one of several machines, from 1 on */

/**
 * Deals what is to be measured to machines in turn, like cards.
 *
 * @template T
 * @param {T[]} all
 * @param {Shard} [shard] without it, one machine gets all
 * @returns {T[]} those of this machine
 */
export function dealToShard (all, { index, of } = { index: 1, of: 1 }) {
  return all.filter((_, place) => place % of === index - 1)
}
