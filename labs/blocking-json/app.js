import express from 'express'

/** @param {() => (res: import('express').Response) => void} prepare gives what answers */
export function listenWith (prepare) {
  const app = express()
  const answer = prepare()

  app.get('/tree', (req, res) => {
    answer(res.type('json'))
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
