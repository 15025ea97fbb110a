import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { listenWith } from './app.js'

const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const compress = promisify(brotliCompress)

export default () => listenWith('br', (text) => compress(text, options))
