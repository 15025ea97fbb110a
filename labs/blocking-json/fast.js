import { createHash } from 'node:crypto'
import { listenWith } from './app.js'
import { sumValues, tree } from './tree.js'

export default () => listenWith((app) => {
  const bytes = Buffer.from(JSON.stringify({ sum: sumValues(), tree }))
  const tag = `"${createHash('sha256').update(bytes).digest('base64')}"`
  // Express calls this in the place of its own, which hashes the whole answer each time
  app.set('etag', () => tag)
  return (res) => res.send(bytes)
})
