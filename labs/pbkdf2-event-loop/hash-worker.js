import { pbkdf2Sync } from 'node:crypto'
import { COST } from './cost.js'

/** What a worker thread is told to run. */
export const WORKER = import.meta.filename

/** @param {string} password */
export default (password) => pbkdf2Sync(password, ...COST)
