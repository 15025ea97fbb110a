import { findProgramName } from 'hotpath/lab'
import { formatColumns, DEFAULT_TEXT_WIDTH, wrapText } from 'hotpath/text'
import { compareFunctionTimes } from './compare.js'
import { formatDuration, formatShare } from './format.js'
import { computeTimeShare } from './tree.js'

/** @import { Manifest } from 'hotpath/lab' */
/** @import { Profiled } from './tree.js' */

/** Maximum number of functions in the terminal's table. */
const MAX_ROWS = 8

/** Minimum share of the CPU time for a row of the table. Below it stand Node's own functions, and other ones in each run. */
const MIN_ROW_SHARE = 0.01

/** The table shows `gone` instead of a time below this share of the first variant's total CPU time. */
const GONE_SHARE = 0.001

/** If a variant is idle for more than this share of the time, the summary warns that a flame graph does not show waiting. */
const MAX_IDLE = 0.6

/**
 * Formats a table for the terminal: the functions that take most CPU time.
 *
 * @param {Manifest} manifest
 * @param {Profiled[]} profiles one or two
 * @param {string} per unit of the figures, such as per request
 * @returns {string[]}
 */
export function formatFlameSummary (manifest, profiles, per) {
  const [first, second] = profiles
  const all = first.root.total
  const widest = compareFunctionTimes(first, second)
    .filter(({ splits, total }) => splits && total[0] >= all * MIN_ROW_SHARE)
    .sort((a, b) => b.total[0] - a.total[0])
    .slice(0, MAX_ROWS)
  const row = (/** @type {string} */ name, /** @type {string[]} */ cells) => [
    name,
    ...cells.map((content) => ({ content, hAlign: /** @type {const} */ ('right') })),
  ]
  const rows = [
    row(`widest functions in ${first.variant}`, ['share', ...profiles.map(({ variant }) => variant)]),
    ...widest.map(({ frame, total }) => row(`${frame.name}  ${frame.where}`.trim(), [
      formatShare(total[0] / all),
      ...profiles.map((_, side) => total[side] < all * GONE_SHARE ? 'gone' : formatDuration(total[side])),
    ])),
    row('all', ['100 %', ...profiles.map(({ root }) => formatDuration(root.total))]),
  ]
  const programs = profiles.map(({ variant }) => `${variant}: ${findProgramName(manifest, variant)}`).join('; ')
  return [
    wrapText(`CPU time ${per}; each function includes its callees (${programs})`),
    formatColumns(rows, DEFAULT_TEXT_WIDTH, [0]),
    ...formatFlameGraphReadingHints(manifest, profiles),
    '',
  ]
}

/** @param {Manifest} manifest @param {Profiled[]} profiles @returns {string[]} slow's hot frame, and idle time */
export function formatFlameGraphReadingHints (manifest, profiles) {
  const { hotFrame } = manifest
  const [{ variant, idle }] = profiles
  const lines = []
  if (hotFrame && variant === 'slow') {
    const shares = profiles.map((profiled) => (
      `${formatShare(computeTimeShare(profiled, hotFrame.search))} of ${findProgramName(manifest, profiled.variant)}`
    ))
    lines.push(`Look for ${JSON.stringify(hotFrame.search)}, ${hotFrame.says}: ${shares.join(', ')}.`)
  }
  if (idle > MAX_IDLE) {
    const program = findProgramName(manifest, variant)
    lines.push(`${program} was idle ${formatShare(idle)} of the time. A flame graph does not show what ${program} waits for.`)
  }
  return lines.map((line) => wrapText(line))
}
