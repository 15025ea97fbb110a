import { listenWith } from './app.js'

export default () => listenWith((db) => async () => {
  const [{ average }] = await db.collection('values')
    .aggregate([{ $group: { _id: null, average: { $avg: '$value' } } }])
    .toArray()
  return average
})
