import { createReadStream } from 'node:fs'
import { listenWith } from './app.js'

export async function send (file, start, put) {
  const chunks = []
  for await (const chunk of createReadStream(file, { start })) chunks.push(chunk)
  put.end(Buffer.concat(chunks))
}

export default () => listenWith(send)
