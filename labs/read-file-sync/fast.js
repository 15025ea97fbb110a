import fs from 'node:fs'
import { listenWith } from './app.js'
import { kept } from './kept.js'

export default () => listenWith(kept(fs))
