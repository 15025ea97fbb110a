import { listenWith } from './app.js'

export default () => listenWith((db) => async () => {
  const data = await db.collection('values').find().toArray()
  const sum = data.reduce((total, item) => total + item.value, 0)
  return sum / data.length
})
