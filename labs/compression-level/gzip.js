import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { listenWith } from './app.js'

export default () => listenWith('gzip', promisify(gzip))
