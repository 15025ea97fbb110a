import { dirname } from 'node:path'
import { makeFolder, writeFileAtUserPath } from '@hotpath-labs/engine/files.js'
import { printLine, reportCannotRun } from '@hotpath-labs/terminal/terminal.js'
import { formatPath } from '@hotpath-labs/lab/project/project.js'
import { openInBrowser } from './browser.js'

/**
 * Writes a page that a command has made, prints its path, and opens it on request.
 * If the page cannot be written, says why and sets the exit code.
 *
 * @param {string} file absolute path
 * @param {string} html
 * @param {boolean} [open]
 */
export async function writePage (file, html, open) {
  try {
    makeFolder(dirname(file))
    writeFileAtUserPath(file, html)
  } catch (error) {
    if (!error.syscall) throw error
    return reportCannotRun(`${formatPath(file)} cannot be written: ${error.message}. Choose another file: --out FILE`)
  }
  printLine(formatPath(file))
  if (open) await openInBrowser(file)
}
