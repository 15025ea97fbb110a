import { pbkdf2Sync } from 'node:crypto'
import { COST } from './cost.js'

/** File that each worker thread runs. */
export const WORKER = import.meta.filename

/** @param {string} password */
export default (password) => pbkdf2Sync(password, ...COST)
