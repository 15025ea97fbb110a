import { dirname, join } from 'node:path'
import { writeWhole } from '../files/file.js'
import { makeFolder } from '../files/folder.js'

/** The folder of a lab that commands write: its records, curves, versions and recording. No program of the lab loads it. */
export const DATA = 'data'

/** @param {string} folder of a lab @param {string[]} path of a file that a command writes, in the lab's data @returns {string} absolute */
export function dataFile (folder, ...path) {
  return join(folder, DATA, ...path)
}

/**
 * Writes such a file whole, and makes the folders that it is in.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeData (file, text) {
  makeFolder(dirname(file))
  writeWhole(file, text)
}
