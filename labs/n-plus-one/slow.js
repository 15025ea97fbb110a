import { listenWith } from './app.js'

export const findOrders = (db) => async (page, rows) => {
  const orders = await db.collection('orders').find({ page }).sort({ number: 1 }).limit(rows).toArray()
  const found = []
  for (const { number, cents, customer } of orders) {
    const known = await db.collection('customers').findOne({ _id: customer })
    const city = await db.collection('cities').findOne({ _id: known?.city ?? null })
    found.push({ number, cents, customer: known?.name ?? null, city: city?.name ?? null })
  }
  return found
}

export default () => listenWith(findOrders)
