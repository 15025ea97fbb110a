import { scaleLog, scalePoint } from 'd3'
import { escaped } from '../data.js'
import { LTS, figureAt } from '@hotpath-labs/history'
import { metricNamed, rangeTimes } from 'hotpath/report'
import { svg } from '../svg.js'

/** In the units of the picture: two columns of panels. */
const WIDTH = 860
const PANEL = { width: 410, height: 236, gap: 20, top: 78 }
const EDGE = { left: 44, right: 24, top: 84, bottom: 32 }

/** The claims that surprise most, each with what to take away from its way through the versions. */
export const FRONT = [
  { lab: 'divideByAndSum', id: 'try-catch', takeaway: 'try/catch no longer costs anything' },
  { lab: 'private-fields', id: 'underscore', takeaway: '#private fields are free' },
  { lab: 'http-baseline', id: 'framework', takeaway: 'Express is no longer far behind' },
  { lab: 'divideByAndSum', id: 'book-ladder', takeaway: 'A famous rewrite gains less than it did' },
]

/** Characters of a line under a headline. */
const LINE = 58

/** @typedef {import('@hotpath-labs/history').ClaimOverVersions} ClaimOverVersions */

/**
 * Draws the way of a few claims from the oldest Node to the newest, a panel each.
 *
 * @param {{ takeaway: string, told: ClaimOverVersions }[]} claims each with two readings or more
 * @returns {string} SVG, light and dark by itself
 */
export function frontSvg (claims) {
  const rows = Math.ceil(claims.length / 2)
  const height = PANEL.top + rows * (PANEL.height + PANEL.gap) + 26
  const panels = claims.map(({ takeaway, told }, index) => `<g transform="translate(${20 + (index % 2) * (PANEL.width + PANEL.gap)},${PANEL.top + Math.floor(index / 2) * (PANEL.height + PANEL.gap)})">${panel(takeaway, told)}</g>`)
  return svg({
    width: WIDTH,
    height,
    label: `Four claims over versions of Node: ${claims.map(({ takeaway, told }) => `${takeaway}: ${told.says}, ${endsOf(told).join(', ')}`).join('; ')}`,
    body: `<text class="title" x="20" y="36">What changed, from old Node to Node ${LTS}</text>
<text class="quiet" x="20" y="58">How many times as much one program costs as another. 1× is no difference.</text>
${panels.join('\n')}
<text class="quiet" x="20" y="${height - 14}">Steady ratios, measured by pairs of fresh processes. All claims: docs/then-and-now.md</text>`,
  })
}

/** @param {string} takeaway @param {ClaimOverVersions} told @returns {string} */
function panel (takeaway, told) {
  const points = told.readings.map(({ major, late }) => ({ major: `${major}`, range: rangeOf(told, major, late.interval) })).map(({ major, range }) => ({ major, range, ratio: Math.sqrt(range[0] * range[1]) }))
  const x = scalePoint(points.map(({ major }) => major), [EDGE.left, PANEL.width - EDGE.right])
  const [low, high] = [Math.min(1, ...points.map(({ range }) => range[0])), Math.max(2, ...points.map(({ range }) => range[1]))]
  const y = scaleLog([low, high], [PANEL.height - EDGE.bottom, EDGE.top])
  const at = (/** @type {{ major: string }} */ { major }) => Number(x(major))
  const lasts = points.slice(-2)
  // a label stands above the next point too
  const ends = [{ ...points[0], top: Math.min(...points.slice(0, 2).map(({ range }) => y(range[1]))) }, { ...points[points.length - 1], top: Math.min(...lasts.map(({ range }) => y(range[1]))) }]
  return `<text class="head" x="0" y="18">${escaped(takeaway)}</text>
${lines(`${metricNamed(told.claim.metric).name}: ${told.names.base} against ${told.names.against}`).map((line, index) => `<text class="quiet small" x="0" y="${36 + 15 * index}">${escaped(line)}</text>`).join('')}
<line class="one" x1="${EDGE.left}" x2="${PANEL.width - EDGE.right}" y1="${r(y(1))}" y2="${r(y(1))}"/><text class="quiet small" x="${EDGE.left - 12}" y="${r(y(1) + 4)}" text-anchor="end">1×</text>
<path class="late" d="M${points.map((point) => `${r(at(point))},${r(y(point.ratio))}`).join('L')}"/>
${points.map((point) => `<line class="late" x1="${r(at(point))}" x2="${r(at(point))}" y1="${r(y(point.range[0]))}" y2="${r(y(point.range[1]))}"/><circle class="late" cx="${r(at(point))}" cy="${r(y(point.ratio))}" r="4"/><text class="small" x="${r(at(point))}" y="${PANEL.height - 10}" text-anchor="middle">${point.major}</text>`).join('')}
${ends.map((point, index) => `<text class="number" x="${r(at(point) + (index ? 8 : -6))}" y="${r(point.top - 9)}" text-anchor="${index ? 'end' : 'start'}">${rangeTimes(point.range)}</text>`).join('')}
<text class="quiet small" x="0" y="${PANEL.height - 10}">Node</text>`
}

/** @param {ClaimOverVersions} told @param {number} major @param {[number, number]} interval of the recorded pairs @returns {[number, number]} */
function rangeOf ({ recorded }, major, interval) {
  return figureAt(recorded, major)?.range ?? interval
}

/** @param {ClaimOverVersions} told @returns {string[]} its figures on the oldest Node and on the newest */
function endsOf (told) {
  const { readings } = told
  return [readings[0], readings[readings.length - 1]].map(({ major, late }) => `${rangeTimes(rangeOf(told, major, late.interval))} on Node ${major}`)
}

/** @param {string} text @returns {string[]} in lines that fit a panel */
function lines (text) {
  /** @type {string[]} */
  const all = ['']
  for (const word of text.split(' ')) {
    if (all[all.length - 1] && `${all[all.length - 1]} ${word}`.length > LINE) all.push(word)
    else all[all.length - 1] = `${all[all.length - 1]} ${word}`.trim()
  }
  return all
}

/** @param {number} value */
function r (value) {
  return Number(value.toFixed(1))
}
