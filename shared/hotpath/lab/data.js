import { dirname, join } from 'node:path'
import { writeWhole } from '../files/file.js'
import { makeFolder } from '../files/folder.js'

/** Folder of a lab for the files that commands write: records, curves, versions and the recording. */
export const DATA = 'data'

/** @param {string} folder of a lab @param {string[]} path of a file in the lab's data folder @returns {string} absolute */
export function findDataFile (folder, ...path) {
  return join(folder, DATA, ...path)
}

/**
 * Writes a file of a lab's data, and makes its folders.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeData (file, text) {
  makeFolder(dirname(file))
  writeWhole(file, text)
}
