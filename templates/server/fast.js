import { createServer } from 'node:http'
import { settings } from './settings.js'

const { greeting } = JSON.parse(settings)

export default function listen () {
  const server = createServer((req, res) => {
    res.end(greeting)
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
