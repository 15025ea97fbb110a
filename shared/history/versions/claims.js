import colors from 'picocolors'
import { columns, roundedRatio, wrapped } from 'hotpath/report'

/** Columns of a ratio, with the gap before it. */
const RATIO = 8

/**
 * @param {{ id: string, claim: string, readings: import('./reading.js').Reading[] }[]} rows
 * @param {string[]} versions such as 6.17.1
 * @param {{ color: boolean, width: number }} looks `width` in columns
 * @returns {string} what each claim reads on each Node, in older processes
 */
export function claimsOnVersions (rows, versions, { color, width }) {
  const paint = colors.createColors(color)
  const head = ['', '', ...versions.map((version) => paint.bold(version.split('.')[0].padStart(RATIO - 2)))]
  const told = rows.map(({ id, claim, readings }) => [paint.bold(id), claim, ...versions.map((version) => {
    const found = readings.find(({ node }) => node === `v${version}`)
    return (found ? `${roundedRatio(found.late.ratio, found.late.interval)}×` : '·').padStart(RATIO - 2)
  })])
  return `${columns([head, ...told], width, [1])}\n\n${paint.dim(wrapped(`Recorded on Node ${versions.join(', ')}: how many times as much the first program of a claim costs as the second. A · means: not recorded, or cannot run there. Intervals: pnpm lab <name> versions`, '', width))}`
}
