import { listenWith } from './app.js'

export default () => listenWith((db) => async () => {
  const data = await db.collection('values').find().toArray()
  let sum = 0
  for (let i = 0; i < data.length; i++) sum += data[i].value
  return sum / data.length
})
