import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../files/file.js'
import { makeFolder } from '../files/folder.js'

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
