import express from 'express'

/** @param {(name: string) => boolean} isName */
export function listenWith (isName) {
  const app = express()

  // more than Express's 100 kB, as a server that also takes files
  app.post('/names', express.text({ limit: '2mb' }), (req, res) => {
    res.send({ valid: isName(req.body ?? '') })
  })

  app.get('/ping', (req, res) => {
    res.send('pong')
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
