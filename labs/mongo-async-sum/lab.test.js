import { MongoClient } from 'mongodb'
import t from 'tap'
import { testLab, assertHolds } from '@hotpath-labs/lab/test'
import { loadDataset, startChosenMongoServer } from '@hotpath-labs/services/mongo'
import { addValue, keepTotals } from './totals.js'

t.test('kept totals stay right when values are added, also at once', async (t) => {
  const server = await startChosenMongoServer()
  t.teardown(() => server.close())
  const dataset = await loadDataset(server.url, { lab: 'totals', collections: { values: () => [{ value: 10 }, { value: 20 }] } })
  t.teardown(() => dataset.remove())
  const client = await new MongoClient(dataset.url).connect()
  t.teardown(() => client.close())
  const db = client.db()

  const totals = async () => {
    const kept = await db.collection('totals').findOne({ of: 'values' })
    return [kept?.sum, kept?.count]
  }
  await keepTotals(db)
  t.same(await totals(), [30, 2])
  await Promise.all(Array.from({ length: 20 }, (_, value) => addValue(db, value)))
  const values = await db.collection('values').find().toArray()
  t.same(await totals(), [values.reduce((sum, { value }) => sum + value, 0), 22])
  await keepTotals(db)
  t.same(await totals(), [220, 22], 'another start changes nothing')
})

assertHolds(t, await testLab(import.meta.dirname))
