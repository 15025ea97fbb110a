import colors from 'picocolors'
import { NO_BREAK_SPACE, formatColumns, wrapWithHangingIndent } from './lines.js'
import { explainMissingFigures } from './markdown.js'
import { roundRatio } from './ratio.js'
import { formatLabCount, listLabNames } from './words.js'
import { formatSeconds, makeVerdictPainters } from './numbers.js'
/** @import { Interval } from './ratio.js' */
/** @import { Result } from './result-schema.js' */

/** Minimum width of a terminal, in columns, for tables that show claims as sentences. */
const ROOM_FOR_WORDS = 100

/**
 * Formats a table of all claims. Below the table, a line for each lab without figures says why there are none.
 *
 * @param {Result[]} results
 * @param {{ verdict: Result['verdict'], seconds: number }} total
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string}
 */
export function formatClaimsTable (results, { verdict, seconds }, { color, width }) {
  const paint = colors.createColors(color)
  const painters = makeVerdictPainters(paint)
  const names = listLabNames(results)
  const rows = results.flatMap((result, place) => {
    if (result.claims.length === 0) return [[paint.bold(names[place]), '', painters[result.verdict](result.verdict), '', '']]
    return result.claims.map(({ id, required, verdict, says, ...claim }, index) => [
      index ? '' : paint.bold(names[place]),
      id,
      required ? painters[verdict](verdict) : '',
      formatRatio(claim),
      paint.dim(says),
    ])
  })
  const table = width >= ROOM_FOR_WORDS
    ? formatColumns(rows, width, [4, 1, 0])
    : formatColumns(rows.map((cells) => cells.slice(0, 4)), width, [1, 0])
  const reasons = results.flatMap((result, place) => result.claims.length
    ? []
    : [wrapWithHangingIndent(`${painters[result.verdict](names[place])}${NO_BREAK_SPACE} ${explainMissingFigures(result)}`, width)])
  const labs = `${formatLabCount(results)} in ${formatSeconds(seconds)}`
  return [table, reasons.join('\n'), `${painters[verdict](paint.bold(verdict.toUpperCase()))}  ${labs}`].filter(Boolean).join('\n\n')
}

/**
 * Formats a table of all labs with their last results.
 *
 * @param {{ lab: string, title: string, last: Result | undefined, isPassed?: boolean }[]} labs `isPassed`: the exercise
 * @param {{ color: boolean, width: number }} options `width` in columns
 * @returns {string} with the ratio of one claim, or of all if there is room
 */
export function formatLabsTable (labs, { color, width }) {
  const paint = colors.createColors(color)
  const isWide = width >= ROOM_FOR_WORDS
  const rows = labs.map(({ lab, title, last, isPassed }) => {
    const claims = last?.claims ?? []
    const ratios = isWide ? claims.map((claim) => `${claim.id} ${formatRatio(claim)}`).join(', ') : claims.slice(0, 1).map(formatRatio).join()
    const verdict = last ? makeVerdictPainters(paint)[last.verdict](`${last.verdict} ${ratios}`.trim()) : paint.dim('not run yet')
    return [paint.bold(lab), title, isPassed ? `${verdict}, ${paint.green('passed')}` : verdict]
  })
  return formatColumns(rows, width, isWide ? [2, 1, 0] : [1, 0])
}

/** @param {{ ratio: number, interval: Interval }} claim @returns {string} such as 8× */
const formatRatio = ({ ratio, interval }) => `${roundRatio(ratio, interval)}×`
