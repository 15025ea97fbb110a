import { renameSync, writeFileSync } from 'node:fs'

/**
 * Writes a file whole or not at all: a page that was there stays until the new one is.
 *
 * @param {string} file absolute
 * @param {string} text
 */
export function writeWhole (file, text) {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
