import { listenWith } from './app.js'

export const findOrders = (db) => async (page, rows) => {
  const orders = await db.collection('orders').find({ page }).sort({ number: 1 }).limit(rows).toArray()
  return Promise.all(orders.map(async ({ number, cents, customer }) => {
    const known = await db.collection('customers').findOne({ _id: customer })
    const city = await db.collection('cities').findOne({ _id: known?.city ?? null })
    return { number, cents, customer: known?.name ?? null, city: city?.name ?? null }
  }))
}

export default () => listenWith(findOrders)
