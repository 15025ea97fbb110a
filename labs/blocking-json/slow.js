import { listenWith } from './app.js'
import { sumValues, tree } from './tree.js'

export default () => listenWith(() => (res) => {
  const sum = sumValues()
  res.send(JSON.stringify({ sum, tree }))
})
