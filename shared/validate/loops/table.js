import { formatMarkdownTable } from '@hotpath-labs/terminal/documents.js'
import { formatSignificantDigits } from '@hotpath-labs/terminal/numbers.js'
import { median } from '@hotpath-labs/engine/stats/sample.js'
import { NONE_RECORDED, countRows } from '../tables.js'
import { computeGap, isFarApart } from './judge.js'

/** @import { Interval, LoopRow } from './judge.js' */

/** @param {LoopRow} row @returns {string} a line for the screen */
export function formatLoopRow (row) {
  const { shape, ratio, verdict, difference, interval, loop, loopInterval, collections } = row
  const work = ratio === null ? '' : `, ${ratio.toFixed(2)}× the work`
  const share = Math.max(collections?.base ?? 0, collections?.head ?? 0)
  const collected = share >= 0.1 ? `, collections ${Math.round(100 * share)} %` : ''
  return `${shape}${work}: ${verdict} ${formatRatio(difference, interval)}, loops ${formatRatio(loop, loopInterval)}: ${formatGap(row)}${collected}`
}

/**
 * Formats how often the sizes of `hotpath compare` agree with plain loops.
 *
 * @param {LoopRow[]} rows
 * @returns {string} Markdown
 */
export function formatLoopsTable (rows) {
  if (rows.length === 0) return NONE_RECORDED
  const lines = [...new Set(rows.map(nameGroup))].sort().map((name) => {
    const group = rows.filter((row) => nameGroup(row) === name)
    const share = `${Math.round(100 * group.filter(doMeet).length / group.length)} %`
    const seconds = median(group.map((row) => row.seconds)).toFixed(1)
    return [name, countRows(group, doMeet), share, String(countTwiceFar(group)), `${seconds} s`]
  })
  const apart = rows.filter((row) => !doMeet(row)).sort((a, b) => computeGap(b) - computeGap(a))
  return [
    formatMarkdownTable(['programs', 'intervals meet', 'share', 'more than 10 % apart twice', 'seconds'], lines),
    ...apart.length ? ['The intervals that do not meet:', formatMarkdownTable(['program', 'work', '`hotpath compare`', 'plain loops', 'apart'], apart.map(formatApart))] : [],
  ].join('\n\n')
}

/** @param {LoopRow[]} rows @returns {number} programs that were measured twice, and were far apart both times */
function countTwiceFar (rows) {
  const name = (/** @type {LoopRow} */ { shape, ratio, sides }) => `${shape} ${ratio} ${sides}`
  const programs = [...new Set(rows.map(name))].map((program) => rows.filter((row) => name(row) === program))
  return programs.filter((own) => own.length > 1 && own.every(isFarApart)).length
}

/** @param {LoopRow} row */
const doMeet = (row) => computeGap(row) === 0

/** @param {LoopRow} row @returns {string} such as "Node 20.20.2, 2.00× the work" */
const nameGroup = ({ ratio, sides }) => ratio === null ? 'packages' : `${sides}, ${ratio.toFixed(2)}× the work`

/** @param {LoopRow} row */
function formatApart (row) {
  const { shape, ratio, sides, difference, interval, loop, loopInterval } = row
  return [ratio === null ? `${shape}, ${sides}` : shape, ratio === null ? '' : `${ratio.toFixed(2)}×`, formatRatio(difference, interval), formatRatio(loop, loopInterval), formatGap(row)]
}

/** @param {LoopRow} row */
function formatGap (row) {
  const gap = computeGap(row)
  return gap === 0 ? 'they meet' : `${formatSignificantDigits(100 * gap)} %`
}

/** @param {number} ratio @param {Interval} interval */
const formatRatio = (ratio, [low, high]) => `${ratio.toFixed(2)}× (${low.toFixed(2)} to ${high.toFixed(2)})`
