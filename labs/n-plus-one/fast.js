import { listenWith } from './app.js'

export const findOrders = (db) => async (page, rows) => {
  const orders = await db.collection('orders').aggregate([
    { $match: { page } },
    { $sort: { number: 1 } },
    { $limit: rows },
    { $lookup: { from: 'customers', localField: 'customer', foreignField: '_id', as: 'customers' } },
    { $lookup: { from: 'cities', localField: 'customers.city', foreignField: '_id', as: 'cities' } },
  ]).toArray()
  // no $unwind: it would leave out the orders of a deleted customer
  return orders.map(({ number, cents, customers, cities }) => (
    { number, cents, customer: customers[0]?.name ?? null, city: cities[0]?.name ?? null }
  ))
}

export default () => listenWith(findOrders)
