import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { listenWith } from './app.js'

export const send = (file, start, put) => pipeline(createReadStream(file, { start }), put)

export default () => listenWith(send)
