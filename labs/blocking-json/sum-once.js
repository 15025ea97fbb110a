import { listenWith } from './app.js'
import { sumValues, tree } from './tree.js'

export default () => listenWith(() => {
  const sum = sumValues()
  return (res) => res.send(JSON.stringify({ sum, tree }))
})
