import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { HotpathError } from '../failures/index.js'

/** Error for a recorded file that cannot be read, because it is damaged or written by another version of the project. */
export class DamagedFileError extends HotpathError {
  /**
   * @param {string} file
   * @param {string} why
   * @param {{ isOurs?: boolean }} [options] `isOurs`: the file is a part of the project, not to be deleted
   */
  constructor (file, why, { isOurs = false } = {}) {
    super('DAMAGED_FILE', `${relative('', file)} cannot be read: ${why}. Fix this file${isOurs ? '' : ', or delete it to start over'}.`)
    this.why = why
  }
}

/** Reads and parses a JSON file. @param {string} file @param {{ isOurs?: boolean }} [options] @returns {any} @throws {DamagedFileError} */
export function readJsonFile (file, options) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new DamagedFileError(file, error.message, options)
  }
}
