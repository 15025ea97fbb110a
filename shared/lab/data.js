import { readFileSync } from 'node:fs'
import { relative, dirname, join } from 'node:path'
import { HotpathError } from '@hotpath-labs/engine/failures.js'
import { writeFileAtomically, makeFolder } from '@hotpath-labs/engine/files.js'

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

/**
 * Reads and parses a JSON file.
 *
 * @param {string} file
 * @param {{ isOurs?: boolean }} [options]
 * @returns {unknown}
 * @throws {DamagedFileError}
 */
export function readJsonFile (file, options) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new DamagedFileError(file, error.message, options)
  }
}

/** Name of the folder in each lab for files that commands write, such as measured results and charts. */
export const DATA_FOLDER_NAME = 'data'

/** @param {string} folder of a lab @param {string[]} path of a file in the lab's data folder @returns {string} absolute */
export function resolveDataFilePath (folder, ...path) {
  return join(folder, DATA_FOLDER_NAME, ...path)
}

/**
 * Writes a file into a lab's data folder, and makes missing folders.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeDataFile (file, text) {
  makeFolder(dirname(file))
  writeFileAtomically(file, text)
}
