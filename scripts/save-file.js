import { resolveUserPath, writeFileAtUserPath } from 'hotpath/files'
import { printNotice } from 'hotpath/cli'

/**
 * Writes a file. If writing fails, prints the reason and continues: a full disk must not prevent the result on the screen.
 *
 * @param {string} file
 * @param {string} text
 * @param {(path: string, text: string) => void} [write]
 * @returns {boolean} whether it was written
 */
export function saveFile (file, text, write = writeFileAtUserPath) {
  try {
    write(resolveUserPath(file), text)
    return true
  } catch (error) {
    printNotice(`${file} cannot be saved: ${error.message}`)
    return false
  }
}
