import { createReadStream } from 'node:fs'
import { listenWith } from './app.js'

export async function send (file, start, put) {
  for await (const chunk of createReadStream(file, { start })) put.write(chunk)
  put.end()
}

export default () => listenWith(send)
