import colors from 'picocolors'
import { roundRatio } from 'hotpath/report'
import { formatColumns, wrapText } from 'hotpath/text'

/** @import { VersionResult } from './results.js' */

/** Width in characters of a table column with ratios, without the gap before this column. */
const RATIO_COLUMNS = 6

/**
 * Formats a table of claims with a column for each version of Node. A cell has the ratio of a claim's two programs, once both are warm.
 *
 * @param {{ id: string, claim: string, readings: VersionResult[] }[]} rows
 * @param {string[]} versions such as 6.17.1
 * @param {{ color: boolean, width: number }} terminal `width` in columns
 */
export function formatClaimsByNodeTable (rows, versions, { color, width }) {
  const paint = colors.createColors(color)
  const head = ['', '', ...versions.map((version) => paint.bold(version.split('.')[0].padStart(RATIO_COLUMNS)))]
  const lines = rows.map(({ id, claim, readings }) => [paint.bold(id), claim, ...versions.map((version) => {
    const late = readings.find(({ node }) => node === `v${version}`)?.late
    return (late ? `${roundRatio(late.ratio, late.interval)}×` : '·').padStart(RATIO_COLUMNS)
  })])
  const meaning = 'a figure is the cost of a claim\'s first program, divided by the cost of its second program'
  const rest = 'A · means: not recorded, or the lab cannot run on this Node. To see intervals, type: pnpm lab <name> versions'
  const legend = `Recorded on Node ${versions.join(', ')}: ${meaning}. ${rest}`
  return `${formatColumns([head, ...lines], width, [1])}\n\n${paint.dim(wrapText(legend, '', width))}`
}
