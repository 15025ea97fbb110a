import { listenWith } from './app.js'
import { sumValues, tree } from './tree.js'

export default () => listenWith(() => {
  const text = JSON.stringify({ sum: sumValues(), tree })
  return (res) => res.send(text)
})
