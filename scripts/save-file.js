import { resolveFromCaller, writeNamed } from 'hotpath/files'
import { warn } from './terminal.js'

/**
 * Writes a file, or says why that is not possible: a full disk must not lose the result on the screen.
 *
 * @param {string} file
 * @param {string} text
 * @param {(path: string, text: string) => void} [write]
 * @returns {boolean} whether it was written
 */
export function saveFile (file, text, write = writeNamed) {
  try {
    write(resolveFromCaller(file), text)
    return true
  } catch (error) {
    warn(`${file} cannot be saved: ${error.message}`)
    return false
  }
}
