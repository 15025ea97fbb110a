import { lastLine } from './last-line.js'

/**
 * Keeps the answer for as long as the file stays what it was.
 *
 * @param {{ stat: Function, readFile: Function }} fs
 * @returns {(file: string, done: (error: Error | null, answer?: string) => void) => void}
 */
export function kept (fs) {
  let seen = ''
  let answer = ''
  return (file, done) => {
    fs.stat(file, { bigint: true }, (/** @type {Error | null} */ error, /** @type {import('node:fs').BigIntStats} */ stats) => {
      if (error) return done(error)
      const now = `${stats.ino} ${stats.size} ${stats.mtimeNs}`
      if (now === seen) return done(null, answer)
      fs.readFile(file, (/** @type {Error | null} */ error, /** @type {Buffer} */ bytes) => {
        if (error) return done(error)
        answer = lastLine(bytes.toString('utf8', Math.max(0, bytes.length - 1024)))
        seen = now
        done(null, answer)
      })
    })
  }
}
