import { listenWith } from './app.js'

export const findOrders = (db) => async (page, rows) => {
  const orders = await db.collection('orders').find({ page }).sort({ number: 1 }).limit(rows).toArray()
  const customers = await findById(db, 'customers', orders.map(({ customer }) => customer))
  const cities = await findById(db, 'cities', [...customers.values()].map(({ city }) => city))
  return orders.map(({ number, cents, customer }) => {
    const known = customers.get(customer)
    return { number, cents, customer: known?.name ?? null, city: cities.get(known?.city)?.name ?? null }
  })
}

/** Finds each document once, in whatever order the database sends them. */
async function findById (db, collection, ids) {
  const documents = await db.collection(collection).find({ _id: { $in: [...new Set(ids)] } }).toArray()
  return new Map(documents.map((document) => [document._id, document]))
}

export default () => listenWith(findOrders)
