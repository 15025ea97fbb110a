import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { listenWith } from './app.js'
import { WORKER } from './hash-worker.js'

export default () => {
  const threads = availableParallelism()
  const pool = new Piscina({ filename: WORKER, minThreads: threads, maxThreads: threads })
  return listenWith((passwords) => Promise.all(passwords.map((password) => pool.run(password))))
}
