import { dirname, join } from 'node:path'
import { writeWhole } from '../files/file.js'
import { makeFolder } from '../files/folder.js'

/** Name of a lab's folder for the files that commands write: records, curves, versions and the recording. */
export const DATA = 'data'

/** @param {string} folder of a lab @param {string[]} path of a file in the lab's data folder @returns {string} absolute */
export function findDataFile (folder, ...path) {
  return join(folder, DATA, ...path)
}

/**
 * Writes a file into a lab's data folder, and makes the folders it needs.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeData (file, text) {
  makeFolder(dirname(file))
  writeWhole(file, text)
}
