import { listenWith } from './app.js'
import { totalOf } from './total.js'

export const totals = (carts) => async (cart) => {
  const [found] = await carts.aggregate(totalOf(cart)).toArray()
  return found?.total ?? 0
}

export default () => listenWith(totals)
