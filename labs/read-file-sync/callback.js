import fs from 'node:fs'
import { listenWith } from './app.js'
import { lastLine } from './last-line.js'

export default () => listenWith((file, done) => {
  fs.readFile(file, 'utf8', (error, content) => {
    if (error) return done(error)
    done(null, lastLine(content))
  })
})
