import colors from 'picocolors'
import { formatColumns, roundRatio, wrapText } from 'hotpath/report'

/** @import { VersionResult } from './results.js' */

/** Width of a column with a ratio, without the gap before it. */
const RATIO = 6

/**
 * Formats the ratios of claims in warm processes, with one column per Node.
 *
 * @param {{ id: string, claim: string, readings: VersionResult[] }[]} rows
 * @param {string[]} versions such as 6.17.1
 * @param {{ color: boolean, width: number }} terminal `width` in columns
 */
export function formatClaimsByNodeTable (rows, versions, { color, width }) {
  const paint = colors.createColors(color)
  const head = ['', '', ...versions.map((version) => paint.bold(version.split('.')[0].padStart(RATIO)))]
  const lines = rows.map(({ id, claim, readings }) => [paint.bold(id), claim, ...versions.map((version) => {
    const late = readings.find(({ node }) => node === `v${version}`)?.late
    return (late ? `${roundRatio(late.ratio, late.interval)}×` : '·').padStart(RATIO)
  })])
  const meaning = 'how many times as much the first program of a claim costs as the second'
  const rest = 'A · means: not recorded, or cannot run there. Intervals: pnpm lab <name> versions'
  const legend = `Recorded on Node ${versions.join(', ')}: ${meaning}. ${rest}`
  return `${formatColumns([head, ...lines], width, [1])}\n\n${paint.dim(wrapText(legend, '', width))}`
}
