import { DEFAULT_TEXT_WIDTH } from 'hotpath/text'
import { parseFunctionPlace, shortenFilePath } from './place.js'

/** @import { Lab } from 'hotpath/lab' */

const MAX_ROWS = 10

/**
 * Formats lines for the terminal: the functions that take at least one percent of the time, largest share first.
 *
 * @param {Lab} lab
 * @param {[name: string, count: number][]} rows
 * @param {number} total of all rows
 * @returns {string[]}
 */
export function formatTimeShares ({ folder }, rows, total) {
  return rows.filter(([, count]) => count * 100 >= total).sort(([, a], [, b]) => b - a).slice(0, MAX_ROWS)
    .map(([name, count]) => `${(100 * count / total).toFixed(0).padStart(2)} %  ${shortenName(name, folder)}`.slice(0, DEFAULT_TEXT_WIDTH - 2))
}

/** @param {string} text with a place at its end, for JavaScript @param {string} folder of the lab */
function shortenName (text, folder) {
  const { name, place } = parseFunctionPlace(text) ?? {}
  return place ? `${name} ${shortenFilePath(place.file, folder)}:${place.line}:${place.column}` : text
}
