import { programName } from 'hotpath/lab'
import { columns, metricNamed, WIDTH, wrapped } from 'hotpath/report'
import { changesOf } from './compare.js'
import { shareOf } from './tree.js'

/** Functions in the table on the terminal. */
const ROWS = 8

/** Below this share of the slow side's time a function is as good as gone. */
const GONE = 0.001

/** Of a profile, in which most of the time nothing ran. */
const MOSTLY_IDLE = 0.6

/**
 * @param {import('hotpath/lab').Manifest} manifest
 * @param {import('./tree.js').Profiled[]} profiles one or two
 * @param {string} per request, per call, or in all
 * @returns {string[]} for the terminal
 */
export function summaryOf (manifest, [first, second], per) {
  const duration = metricNamed(manifest.kind === 'function' ? 'time' : 'cpu').format
  const whole = first.root.total
  const widest = changesOf(first, second).filter(({ splits, total }) => splits && total[0] >= whole * GONE).sort((a, b) => b.total[0] - a.total[0]).slice(0, ROWS)
  const cells = (/** @type {string[]} */ texts) => texts.map((content) => ({ content, hAlign: /** @type {const} */ ('right') }))
  const rows = [[`widest functions in ${first.variant}`, ...cells(['share', first.variant, ...(second ? [second.variant] : [])])]]
  for (const { frame, total } of widest) {
    const then = total[1] < whole * GONE ? 'gone' : duration(total[1])
    rows.push([`${frame.name}  ${frame.where}`.trim(), ...cells([percent(total[0] / whole), duration(total[0]), ...(second ? [then] : [])])])
  }
  rows.push(['all', ...cells(['100 %', duration(whole), ...(second ? [duration(second.root.total)] : [])])])
  return [wrapped(`CPU ${per}, each function with its callees (${[first, ...(second ? [second] : [])].map(({ variant }) => `${variant}: ${programName(manifest, variant)}`).join('; ')})`), columns(rows, WIDTH, [0]), ...hints(manifest, first, second), '']
}

/** @param {import('hotpath/lab').Manifest} manifest @param {import('./tree.js').Profiled} first @param {import('./tree.js').Profiled} [second] */
export function hints (manifest, first, second) {
  const { look } = manifest
  const lines = []
  const shareIn = (/** @type {import('./tree.js').Profiled} */ profiled) => `${percent(shareOf(profiled, String(look?.search)))} of ${programName(manifest, profiled.variant)}`
  if (look) lines.push(`Look for ${JSON.stringify(look.search)}, ${look.says}: ${[first, ...(second ? [second] : [])].map(shareIn).join(', ')}.`)
  if (first.idle > MOSTLY_IDLE) lines.push(`${programName(manifest, first.variant)} was idle ${percent(first.idle)} of the time. A flame graph does not show what it waits for.`)
  return lines.map((line) => wrapped(line))
}

/** @param {number} share 0..1 */
function percent (share) {
  return share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`
}
