import { fileURLToPath } from 'node:url'
import express from 'express'

export default function listen () {
  const app = express()
  app.set('views', fileURLToPath(new URL('views', import.meta.url)))
  app.set('view engine', 'pug')

  app.get('/hello', (req, res) => {
    res.render('hello', { title: 'Express' })
  })

  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server))
  })
}
