import express from 'express'

/** @param {(clients: number[]) => Promise<string[]>} updateAll */
export function listenWith (updateAll) {
  const app = express()

  app.post('/update/:count', async (req, res) => {
    const clients = Array.from({ length: Number(req.params.count) }, (_, client) => client)
    res.send(await updateAll(clients))
  })

  app.get('/ping', (req, res) => {
    res.send('pong')
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
