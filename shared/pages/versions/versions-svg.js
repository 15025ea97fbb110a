import { scaleLog, scalePoint } from 'd3'
import { escaped } from '../data.js'
import { svg } from '../svg.js'
import { fateTold, figureAt } from '@hotpath-labs/history'
import { capital, metricNamed, rangeTimes, times } from 'hotpath/report'

/** In the units of the picture. */
const SIZE = { width: 760, height: 400 }
const EDGE = { left: 64, right: 24, top: 78, bottom: 74 }

/** How far before its Node a change is drawn where nothing stands before it. */
const BEFORE = 21

/** The axis goes at least so far from the lowest to the highest: a few per cent are then a flat line. */
const LEAST_SPAN = 2

const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** Characters of a line that fit: of 13 units, and of 16 in bold. */
const LINE = 108
const HEAD = 84

/**
 * The chart of a claim: its steady ratio with its range on every Node, on a logarithmic axis, and what was published.
 *
 * @param {import('@hotpath-labs/history').ClaimOverVersions} told with at least one reading
 * @returns {string} SVG, light and dark by itself
 */
export function claimSvg (told) {
  const { lab, claim: { id, metric, published, changes = [] }, says, readings, recorded } = told
  const points = readings.map(({ major, late }) => {
    const range = figureAt(recorded, major)?.range ?? late.interval
    return { major, range, ratio: Math.sqrt(range[0] * range[1]) }
  })
  const comparable = published?.asks === 'the same' ? published : undefined
  const columns = [...comparable ? ['published'] : [], ...readings.map(({ major }) => `${major}`)]
  const x = scalePoint(columns, [EDGE.left, SIZE.width - EDGE.right]).padding(0.6)
  const values = [1, ...comparable ? [comparable.ratio] : [], ...points.flatMap(({ range }) => range)]
  const y = scaleLog(spanOf(values), [SIZE.height - EDGE.bottom, EDGE.top])
  const at = (/** @type {string} */ column) => Number(x(column))
  const [low, high] = y.domain()
  const ticks = TICKS.filter((tick) => tick >= low && tick <= high).map((tick) => `<line class="${tick === 1 ? 'one' : 'rule'}" x1="${EDGE.left}" x2="${SIZE.width - EDGE.right}" y1="${r(y(tick))}" y2="${r(y(tick))}"/><text class="quiet" x="${EDGE.left - 8}" y="${r(y(tick) + 4)}" text-anchor="end">${tick}×</text>`)
  const marks = changes.filter(({ node }) => columns.includes(node)).map(({ node }) => {
    const before = columns[columns.indexOf(node) - 1]
    const place = before && before !== 'published' ? (at(before) + at(node)) / 2 : at(node) - BEFORE
    return `<line class="change" x1="${r(place)}" x2="${r(place)}" y1="${EDGE.top}" y2="${SIZE.height - EDGE.bottom}"/>`
  })
  const path = `<path class="late" d="M${points.map(({ major, ratio }) => `${r(at(`${major}`))},${r(y(ratio))}`).join('L')}"/>`
  const dots = points.map(({ major, range, ratio }) => `<g><title>Node ${major}: ${rangeTimes(range)}</title><line class="late" x1="${r(at(`${major}`))}" x2="${r(at(`${major}`))}" y1="${r(y(range[0]))}" y2="${r(y(range[1]))}"/><circle class="late" cx="${r(at(`${major}`))}" cy="${r(y(ratio))}" r="4.5"/></g>`)
  const diamond = comparable && `<path class="published" d="M${r(at('published'))},${r(y(comparable.ratio) - 7)}l7,7l-7,7l-7,-7z"><title>published: ${escaped(comparable.figures)}, Node ${escaped(comparable.node)}</title></path><text class="first" x="${r(at('published'))}" y="${r(y(comparable.ratio) - 13)}" text-anchor="middle">${times(comparable.ratio)}</text>`
  const labels = columns.map((column) => `<text x="${r(at(column))}" y="${SIZE.height - EDGE.bottom + 18}" text-anchor="middle">${column === 'published' ? 'published' : `Node ${column}`}</text>`)
  const foot = changes.map(({ node, says }) => `Node ${node}: ${says}.`).join(' ')
  return svg({
    ...SIZE,
    label: `${lab} ${id}: ${says}; ${fateTold(told)}`,
    body: `<text class="head" x="16" y="26">${escaped(fitted(capital(says), HEAD))}</text>
<text class="quiet" x="16" y="46">${escaped(fitted(`${lab} · ${metricNamed(metric).name} · ${fateTold(told)}`, LINE))}</text>
${[...ticks, ...marks, path, ...dots, diamond ?? '', ...labels].join('\n')}
<text class="quiet" x="16" y="${SIZE.height - 16}">${escaped(fitted(foot, LINE))}</text>`,
  })
}

/** @param {string} text @param {number} most characters @returns {string} */
const fitted = (text, most) => text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text

/** @param {number[]} values @returns {[number, number]} the ends of an axis, with room beyond them */
function spanOf (values) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const stretched = Math.max(1, Math.sqrt(LEAST_SPAN / (high / low)))
  return [low / stretched / 1.15, high * stretched * 1.3]
}

/** @param {number} value */
function r (value) {
  return Number(value.toFixed(1))
}
