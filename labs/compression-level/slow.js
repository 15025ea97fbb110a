import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { listenWith } from './app.js'

export default () => listenWith('br', promisify(brotliCompress))
