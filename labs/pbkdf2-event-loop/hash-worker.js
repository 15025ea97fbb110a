import { pbkdf2Sync } from 'node:crypto'
import { COST } from './cost.js'

/** @param {string} password */
export default (password) => pbkdf2Sync(password, ...COST)
