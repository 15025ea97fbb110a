import { listenWith } from './app.js'
import { keepTotals } from './totals.js'

export default () => listenWith(async (db) => {
  await keepTotals(db)
  return async () => {
    const { sum, count } = await db.collection('totals').findOne({ of: 'values' })
    return sum / count
  }
})
