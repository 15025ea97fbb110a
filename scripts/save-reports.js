import { formatJunit, formatMarkdown } from 'hotpath/report'
import { saveFile } from './save-file.js'

/** @import { Result } from 'hotpath/result' */

/**
 * Functions that format a report file, by the option that names the file: --junit or --markdown.
 *
 * @type {Record<string, (results: Result[]) => string>}
 */
const FORMATS = { junit: formatJunit, markdown: formatMarkdown }

/** Options that choose how a result is printed or saved. */
export const REPORT_FORMAT_OPTIONS = ['json', ...Object.keys(FORMATS)]

/**
 * Writes the report files for which the user typed --junit or --markdown.
 *
 * @param {Result[]} results
 * @param {Record<string, any>} options of the command line, such as `junit` with a file's path
 */
export function saveReports (results, options) {
  for (const [option, format] of Object.entries(FORMATS)) if (options[option]) saveFile(options[option], format(results))
}
