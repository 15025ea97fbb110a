import fs from 'node:fs'
import { listenWith } from './app.js'
import { lastLine } from './last-line.js'

export default () => listenWith((file, done) => {
  fs.readFile(file, (error, bytes) => {
    if (error) return done(error)
    // only what is wanted becomes a string, and here a line is shorter than this
    done(null, lastLine(bytes.toString('utf8', Math.max(0, bytes.length - 1024))))
  })
})
