import { listenWith } from './app.js'

// as if nobody had made the index: all variants share one database, so it is there
const UNINDEXED = { hint: { $natural: 1 } }

export const totals = (carts) => async (cart) => {
  const items = await carts.find({ cart }, UNINDEXED).toArray()
  return items.reduce((total, { price, quantity }) => total + price * quantity, 0)
}

export default () => listenWith(totals)
