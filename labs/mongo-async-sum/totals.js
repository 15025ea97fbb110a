/**
 * Brings the totals of `values` up to date, once, at the start.
 *
 * @param {import('mongodb').Db} db
 */
export async function keepTotals (db) {
  const [totals] = await db.collection('values')
    .aggregate([{ $group: { _id: null, sum: { $sum: '$value' }, count: { $sum: 1 } } }])
    .toArray()
  await db.collection('totals').updateOne(
    { of: 'values' },
    { $set: { sum: totals?.sum ?? 0, count: totals?.count ?? 0 } },
    { upsert: true }
  )
}

/**
 * Adds a value and keeps the totals right. The database does the addition, so two calls at a time lose nothing.
 *
 * @param {import('mongodb').Db} db
 * @param {number} value
 */
export async function addValue (db, value) {
  await db.collection('values').insertOne({ value })
  await db.collection('totals').updateOne({ of: 'values' }, { $inc: { sum: value, count: 1 } })
}
