import { pbkdf2Sync } from 'node:crypto'
import { listenWith } from './app.js'
import { COST } from './cost.js'

export default () => listenWith((passwords) => passwords.map((password) => pbkdf2Sync(password, ...COST)))
