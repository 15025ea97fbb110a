import { scaleLog, scalePoint } from 'd3'
import { escaped } from '../page/data.js'
import { svg } from './svg.js'
import { fateTold } from './versions.js'
import { between, metricNamed, times } from './words.js'

/** In the units of the picture. */
const SIZE = { width: 760, height: 400 }
const EDGE = { left: 64, right: 24, top: 78, bottom: 74 }

/** How far the two looks at a Node stand from each other. */
const APART = 7

/** The axis goes at least so far from the lowest to the highest: a few per cent are then a flat line. */
const LEAST_SPAN = 2

const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/** Characters of a line that fit: of 13 units, and of 16 in bold. */
const LINE = 108
const HEAD = 84

/**
 * The chart of a claim: its ratio with its interval on every Node, on a logarithmic axis, early and older apart, and what was published.
 *
 * @param {import('../versions/reading.js').ClaimOverVersions} told with at least one reading
 * @returns {string} SVG, light and dark by itself
 */
export function claimSvg (told) {
  const { lab, claim: { id, says, metric, published, changes = [] }, base, against, readings } = told
  const comparable = published?.asks === 'the same' ? published : undefined
  const columns = [...comparable ? ['published'] : [], ...readings.map(({ major }) => `${major}`)]
  const x = scalePoint(columns, [EDGE.left, SIZE.width - EDGE.right]).padding(0.6)
  const values = [1, ...comparable ? [comparable.ratio] : [], ...readings.flatMap(({ early, late }) => [early.ratio, ...early.interval, ...late.interval])]
  const y = scaleLog(spanOf(values), [SIZE.height - EDGE.bottom, EDGE.top])
  const at = (/** @type {string} */ column) => Number(x(column))
  const [low, high] = y.domain()
  const ticks = TICKS.filter((tick) => tick >= low && tick <= high).map((tick) => `<line class="${tick === 1 ? 'one' : 'rule'}" x1="${EDGE.left}" x2="${SIZE.width - EDGE.right}" y1="${r(y(tick))}" y2="${r(y(tick))}"/><text class="quiet" x="${EDGE.left - 8}" y="${r(y(tick) + 4)}" text-anchor="end">${tick}×</text>`)
  const marks = changes.filter(({ node }) => columns.includes(node)).map(({ node }) => {
    const before = columns[columns.indexOf(node) - 1]
    const place = before && before !== 'published' ? (at(before) + at(node)) / 2 : at(node) - APART * 3
    return `<line class="change" x1="${r(place)}" x2="${r(place)}" y1="${EDGE.top}" y2="${SIZE.height - EDGE.bottom}"/>`
  })
  const path = (/** @type {'early' | 'late'} */ which, /** @type {number} */ aside) => `<path class="${which}" d="M${readings.map(({ major, [which]: { ratio } }) => `${r(at(`${major}`) + aside)},${r(y(ratio))}`).join('L')}"/>`
  const points = readings.map(({ node, major, early, late, isSteady }) => {
    const [before, after] = [at(`${major}`) - APART, at(`${major}`) + APART]
    return `<g><title>Node ${node}: ${times(late.ratio)}${between(late.interval)} ${isSteady ? 'steady' : `after ${late.cpuSeconds} s`}, ${times(early.ratio)} after ${early.cpuSeconds} s</title>` +
      `<line class="early" x1="${r(before)}" x2="${r(before)}" y1="${r(y(early.interval[0]))}" y2="${r(y(early.interval[1]))}"/><circle class="early" cx="${r(before)}" cy="${r(y(early.ratio))}" r="4"/>` +
      `<line class="late" x1="${r(after)}" x2="${r(after)}" y1="${r(y(late.interval[0]))}" y2="${r(y(late.interval[1]))}"/><circle class="late" cx="${r(after)}" cy="${r(y(late.ratio))}" r="4.5"/></g>`
  })
  const diamond = comparable && `<path class="published" d="M${r(at('published'))},${r(y(comparable.ratio) - 7)}l7,7l-7,7l-7,-7z"><title>published: ${escaped(comparable.figures)}, Node ${escaped(comparable.node)}</title></path><text class="first" x="${r(at('published'))}" y="${r(y(comparable.ratio) - 13)}" text-anchor="middle">${times(comparable.ratio)}</text>`
  const labels = columns.map((column) => `<text x="${r(at(column))}" y="${SIZE.height - EDGE.bottom + 18}" text-anchor="middle">${column === 'published' ? 'published' : `Node ${column}`}</text>`)
  const foot = changes.length ? changes.map(({ node, says }) => `Node ${node}: ${says}.`).join(' ') : published && !comparable ? `Published ${times(published.ratio)}, of something else: it is not drawn.` : ''
  return svg({
    ...SIZE,
    label: `${lab} ${id}: ${fateTold(told)}`,
    body: `<text class="head" x="16" y="26">${escaped(fitted(`${lab} · ${says}`, HEAD))}</text>
<text class="quiet" x="16" y="46">${escaped(fitted(`${metricNamed(metric).name}: ${base} over ${against}; ${fateTold(told)}`, LINE))}</text>
<g transform="translate(16,62)"><circle class="early" cx="5" cy="-4" r="4"/><text x="15">early, as pnpm lab measures it</text><circle class="late" cx="225" cy="-4" r="4.5"/><text x="235">older processes, with the 95 % interval</text></g>
${[...ticks, ...marks, path('early', -APART), path('late', APART), ...points, diamond ?? '', ...labels].join('\n')}
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
