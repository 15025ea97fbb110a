import express from 'express'

export default function listen () {
  const app = express()

  app.get('/hello', (req, res) => {
    res.send('hello world')
  })

  app.post('/echo', express.json(), (req, res) => {
    res.send(req.body)
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
