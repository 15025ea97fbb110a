import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { listenWith } from './app.js'
import { COST } from './cost.js'

const hash = promisify(pbkdf2)

export default () => listenWith((passwords) => Promise.all(passwords.map((password) => hash(password, ...COST))))
