import { WIDTH } from 'hotpath/report'
import { parsePlace, shortenPath } from './place.js'

/** @import { Lab } from 'hotpath/lab' */

const MAX_ROWS = 10

/**
 * Formats functions by their share of the time, down to one percent, for the terminal.
 *
 * @param {Lab} lab
 * @param {[name: string, count: number][]} rows
 * @param {number} total of all rows
 * @returns {string[]}
 */
export function formatShares ({ folder }, rows, total) {
  return rows.filter(([, count]) => count * 100 >= total).sort(([, a], [, b]) => b - a).slice(0, MAX_ROWS)
    .map(([name, count]) => `${(100 * count / total).toFixed(0).padStart(2)} %  ${shortenName(name, folder)}`.slice(0, WIDTH - 2))
}

/** @param {string} text with a place at its end, for JavaScript @param {string} folder of the lab */
function shortenName (text, folder) {
  const { name, place } = parsePlace(text) ?? {}
  return place ? `${name} ${shortenPath(place.file, folder)}:${place.line}:${place.column}` : text
}
