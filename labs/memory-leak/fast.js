import { createServer } from 'node:http'
import starwars from 'starwars-names'

const known = new Map()

function remember (name) {
  const entry = known.get(name) ?? { times: 0, last: null }
  entry.times++
  entry.last = new Date()
  known.set(name, entry)
  return entry.times
}

function uniqueName () {
  const name = starwars.random()
  return `${name} ${remember(name)}`
}

export default function listen () {
  const server = createServer((req, res) => {
    res.end(`Your unique name is: ${uniqueName()}\n`)
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
