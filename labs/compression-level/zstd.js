import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { listenWith } from './app.js'

export default () => listenWith('zstd', promisify(zstdCompress))
