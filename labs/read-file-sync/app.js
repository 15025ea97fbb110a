import express from 'express'
import { join } from 'node:path'

/** Made by the lab from a seed: 32 MB, a line for each visit. */
const LOG = join(String(process.env.FILES), 'visits.log')

/** @param {(file: string, done: (error: Error | null, answer?: string) => void) => void} answer */
export function listenWith (answer) {
  const app = express()

  app.get('/last-visit', (req, res, next) => {
    answer(LOG, (error, line) => error ? next(error) : res.send(line))
  })

  app.get('/ping', (req, res) => {
    res.send('pong')
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
