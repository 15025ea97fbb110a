import fs from 'node:fs'
import { listenWith } from './app.js'
import { lastLine } from './last-line.js'

export default () => listenWith((file, done) => {
  const content = fs.readFileSync(file, 'utf8')
  done(null, lastLine(content))
})
