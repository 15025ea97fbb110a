import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { listenWith } from './app.js'

export default () => {
  const threads = availableParallelism()
  const pool = new Piscina({ filename: join(import.meta.dirname, 'hash-worker.js'), minThreads: threads, maxThreads: threads })
  return listenWith((passwords) => Promise.all(passwords.map((password) => pool.run(password))))
}
