import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import pug from 'pug'

const hello = pug.compileFile(fileURLToPath(new URL('views/hello.pug', import.meta.url)), { compileDebug: false })

export default function listen () {
  const server = createServer((req, res) => {
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.end(hello({ title: 'Express' }))
  })

  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}
