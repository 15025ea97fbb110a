import { capitalize, formatRange } from '@hotpath-labs/terminal/numbers.js'
import { findMetric } from '@hotpath-labs/lab/metrics.js'
import { NO_BREAK_SPACE } from '@hotpath-labs/terminal/lines.js'
import { makeLinearAxis, makeLogarithmicAxis, makeAxisOfNames, widenLogarithmicRange } from '../chart/scale.js'
import { drawSvgChart, renderSvgPicture, roundToTenth } from '../chart/still.js'
import { escapeHtml } from '../html.js'
import { collectChartFigures } from './figures.js'

/**
 * @import { Lab } from '@hotpath-labs/lab/load.js'
 * @import { Point } from '../chart/still.js'
 * @import { ChartFigures } from './figures.js'
 */

/** Width and margin of the picture in SVG units: so narrow that text 17 units high is still 13 pixels high on a phone 375 pixels wide. */
const WIDTH = 420
const MARGIN = 16

/** Most characters on a line, even in a wide font: of text that is 17 SVG units high, and of a bold title that is 20 units high. */
const TEXT_CHARACTERS = 41
const TITLE_CHARACTERS = 29

/** Widths in SVG units of a letter and of a bold digit, both 17 units high. */
const LETTER = 9
const DIGIT = 11.5

/** Heights in SVG units: of a title line, of a text line, of a bar with the space around it, and of the line chart. */
const ROW = { title: 25, text: 22, bar: 20, chart: 118 }

/** Horizontal positions in SVG units of the first and the last version of Node. */
const NODES = [76, WIDTH - MARGIN - 20]

/** The axis is logarithmic if the highest ratio is more than this many times the lowest ratio. */
const LOGARITHMIC = 4

const CSS = `
text { font-size: 17px; } .title { font-size: 20px; } .number { paint-order: stroke; stroke: var(--paper); stroke-width: 5px; } .value { text-anchor: end; font-weight: 700; }
.bar { fill: var(--line); } .bar.slower { fill: var(--first); } .bar.faster { fill: var(--second); }
.bound { stroke: var(--quiet); stroke-width: 2; stroke-dasharray: 7 5; }`

/**
 * Draws a lab's chart: a bar for the cost of each variant, and a line for the main claim's ratio on each version of Node.
 *
 * @param {Lab} lab
 * @returns {{ svg: string, alt: string } | undefined} `alt`: its figures in words; undefined where nothing is on record
 */
export function drawLabChart (lab) {
  const figures = collectChartFigures(lab)
  if (!figures) return undefined
  const description = describe(figures, lab.name)
  /** @type {string[]} */
  const parts = []
  let y = MARGIN
  const addLines = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {number} */ most, /** @type {number} */ height) => {
    for (const line of wrapText(text, most)) parts.push(`<text class="${kind}" x="${MARGIN}" y="${(y += height) - 6}">${escapeHtml(line)}</text>`)
  }
  addLines('title', figures.title, TITLE_CHARACTERS, ROW.title)
  y += 4
  addLines('quiet', describeScale(figures), TEXT_CHARACTERS, ROW.text)
  y += 12
  const bars = drawBars(figures, y)
  parts.push(bars.svg)
  y = bars.bottom + 14
  for (const sentence of describeLine(figures, lab.name)) addLines('quiet', sentence, TEXT_CHARACTERS, ROW.text)
  if (figures.points.length > 1) {
    parts.push(drawLine(figures, y + 34))
    y += 34 + ROW.chart + 28
  }
  return {
    svg: renderSvgPicture({ width: WIDTH, height: y + 12, label: figures.title, description, css: CSS, body: parts.join('\n') }),
    alt: `${figures.title}. ${description}`,
  }
}

/** @param {ChartFigures} figures @param {number} top @returns {{ svg: string, bottom: number }} */
function drawBars ({ bars }, top) {
  const highest = Math.max(...bars.map(({ cost }) => cost))
  const room = WIDTH - 2 * MARGIN
  let y = top
  const svg = bars.map(({ name, cost, text, side }) => {
    const most = Math.floor((room - DIGIT * (text.length + 1)) / LETTER)
    const names = wrapText(name, most).map((line) => `<text x="${MARGIN}" y="${(y += ROW.text) - 7}">${escapeHtml(line)}</text>`).join('')
    const bar = `<rect class="bar${side ? ` ${side}` : ''}" x="${MARGIN}" y="${y}" width="${roundToTenth(Math.max(3, room * cost / highest))}" height="12" rx="2"/>`
    const value = `<text class="value" x="${WIDTH - MARGIN}" y="${y - 7}">${text}</text>`
    y += ROW.bar
    return `${names}${value}\n${bar}`
  }).join('\n')
  return { svg, bottom: y }
}

/** @param {ChartFigures} figures @param {number} top */
function drawLine ({ points, bound }, top) {
  const box = { left: 60, right: WIDTH - MARGIN, top, bottom: top + ROW.chart }
  const values = [1, ...bound ? [bound] : [], ...points.flatMap(({ low, high }) => [low, high])]
  const ends = widenLogarithmicRange(values, 1.5)
  const isWide = Math.max(...values) / Math.min(...values) > LOGARITHMIC
  const y = (isWide ? makeLogarithmicAxis : makeLinearAxis)(ends, [box.bottom, box.top], (ratio) => `${ratio}×`, 4)
  const x = makeAxisOfNames(points.map(({ x }) => x), [NODES[0], NODES[1]], String)
  const line = bound ? `<line class="bound" x1="${box.left}" x2="${box.right}" y1="${roundToTenth(y.at(bound))}" y2="${roundToTenth(y.at(bound))}"/>` : ''
  const labels = [points, points.toReversed()].map((fromEnd, isLast) => {
    const [{ low, high }] = fromEnd
    const text = formatRange([low, high])
    const edge = isLast ? WIDTH - MARGIN : box.left
    const distance = (/** @type {Point<string>} */ point) => Math.abs(x.at(point.x) - edge)
    // puts each label above all points and lines that the label would cover
    const beyond = fromEnd.findIndex((point) => distance(point) >= DIGIT * text.length)
    const covered = fromEnd.slice(0, beyond < 0 ? undefined : beyond)
    const [last, next] = beyond < 1 ? [] : fromEnd.slice(beyond - 1)
    const share = next ? (DIGIT * text.length - distance(last)) / (distance(next) - distance(last)) : 0
    const line = next ? [y.at(last.y) + share * (y.at(next.y) - y.at(last.y))] : []
    const above = Math.min(...line, ...covered.map(({ high }) => y.at(high))) - 10
    return `<text class="number" x="${edge}" y="${roundToTenth(above)}" text-anchor="${isLast ? 'end' : 'start'}">${text}</text>`
  })
  return `${drawSvgChart({ box, x, y, lines: [{ kind: 'steady', points }] })}${line}
${labels.join('')}<text class="quiet" x="${MARGIN}" y="${box.bottom + 18}">Node</text>`
}

/** @param {ChartFigures} figures @returns {string} what the bars are of */
function describeScale ({ history: { claim }, node, reference, isEarly }) {
  return `${capitalize(findMetric(claim.metric).name)} on Node${NO_BREAK_SPACE}${node}${isEarly ? ', at first' : ''}, relative to ${reference}`
}

/** @param {ChartFigures} figures @param {string} name of the lab @returns {string[]} what the line is of, in sentences */
function describeLine ({ history: { names }, points, bound, requirement }, name) {
  if (points.length < 2) return ['No line over versions of Node is on record.', `To record one, type: pnpm versions record ${name}.`]
  return [`On each Node: ${names.slower}`, ...bound ? [`Dashed: ${requirement}`] : []]
}

/** @param {ChartFigures} figures @param {string} name of the lab @returns {string} all figures, in words */
function describe (figures, name) {
  const { bars, points, requirement, history: { names } } = figures
  const costs = bars.filter(({ side }) => side !== 'faster').map(({ name, text }) => `${name} ${text}`)
  const nodes = points.map(({ title }) => String(title).replace(/^Node (\d+): (.*)/, '$2 on $1'))
  return [
    `${[describeScale(figures), ...costs.length ? [costs.join(', ')] : []].join(': ')}.`,
    points.length > 1 ? `Over versions of Node, ${names.slower}: ${nodes.join(', ')}.` : describeLine(figures, name).join(' '),
    requirement && `${capitalize(requirement)}, or the claim does not hold.`,
  ].filter(Boolean).join(' ').replaceAll(NO_BREAK_SPACE, ' ')
}

/** Wraps a text into as few lines as possible, of nearly the same length. @param {string} text @param {number} most characters of a line */
export function wrapText (text, most) {
  const wrap = (/** @type {number} */ length) => text.match(new RegExp(`\\S.{0,${length - 1}}(?= |$)`, 'g')) ?? []
  const { length: count } = wrap(most)
  let shortest = most
  while (shortest > 1 && wrap(shortest - 1).length === count && wrap(shortest - 1).join(' ') === text) shortest--
  return wrap(shortest)
}
