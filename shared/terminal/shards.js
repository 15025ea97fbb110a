import { InvalidArgumentError } from 'commander'

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

/** Parses the value of --shard, such as 1/3: the part that this machine measures. @param {string} text such as 1/3 @returns {Shard} */
export function parseShard (text) {
  const [, index, of] = (text.match(/^(\d+)\/(\d+)$/) ?? []).map(Number)
  if (!(index >= 1 && index <= of)) throw new InvalidArgumentError('Expected i/n, such as 1/3 for the first of three parts.')
  return { index, of }
}
