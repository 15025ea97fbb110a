/**
 * The order in which the sides of a round take their turns: A B, B A, A B, …, with a fresh permutation after every mirrored couple.
 * A drift that is linear over two turns cancels in a mirrored couple; the random permutation keeps a periodic one from following the order.
 *
 * @param {number} sides
 * @param {number} blocks turns of each side
 * @param {import('./random.js').Random} random
 * @returns {number[][]} one permutation of 0..sides-1 for every block
 */
export function mirroredOrders (sides, blocks, random) {
  /** @type {number[][]} */
  const orders = []
  while (orders.length < blocks) {
    const order = shuffled(sides, random)
    orders.push(order, order.toReversed())
  }
  return orders.slice(0, blocks)
}

/**
 * @param {number} count
 * @param {import('./random.js').Random} random
 * @returns {number[]} 0..count-1 in an order that every permutation is equally likely to be
 */
export function shuffled (count, random) {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last--) {
    const other = random.int(0, last);
    [order[last], order[other]] = [order[other], order[last]]
  }
  return order
}
