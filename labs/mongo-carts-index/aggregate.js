import { listenWith } from './app.js'
import { totalOf } from './total.js'

// as if nobody had made the index
const UNINDEXED = { hint: { $natural: 1 } }

export const totals = (carts) => async (cart) => {
  const [found] = await carts.aggregate(totalOf(cart), UNINDEXED).toArray()
  return found?.total ?? 0
}

export default () => listenWith(totals)
