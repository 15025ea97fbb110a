import { readFileSync } from 'node:fs'
import { escapeHtml } from '../html.js'

/** @import { Axis } from './scale.js' */

const read = (/** @type {string} */ name) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** CSS of charts in SVG files. */
const CHART_CSS = read('still.css')

/** Finds the light and the dark colours in style.css. Each SVG file contains them, because an SVG picture cannot load a style sheet. */
const COLOUR_RULES = /:root \{ (?:color-scheme: light dark; )?([^}]*) \}/g
const [LIGHT, DARK] = [...read('../style.css').matchAll(COLOUR_RULES)].map(([, colours]) => colours)

/** CSS for SVG files, with the same colours as the HTML pages. */
const PAGE_COLOURS_CSS = `svg { ${LIGHT} }
@media (prefers-color-scheme: dark) { svg { ${DARK} } }`

const PICTURE_CSS = `${PAGE_COLOURS_CSS}
text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
${CHART_CSS}.paper { fill: var(--paper); } .chart .quiet, .chart .beside { fill: var(--quiet); } .chart .second { fill: var(--second); } line.steady { stroke-width: 2.5; }
.head { font-size: 16px; font-weight: 600; } .title { font-size: 22px; font-weight: 700; } .number { font-weight: 700; } .small { font-size: 12px; } .change { stroke: var(--quiet); stroke-dasharray: 4 4; }`

/**
 * @template X
 * @typedef {{ x: X, y: number, low: number, high: number, title?: string }} Point
 */

/**
 * Draws a chart in SVG: axes with labels, and lines. A band or bars around each line show the range of each point.
 *
 * @template X
 * @param {object} chart
 * @param {{ left: number, right: number, top: number, bottom: number }} chart.box of the lines: labels stand left of it and below it
 * @param {Axis<X> & { hasRules?: boolean }} chart.x
 * @param {Axis<number>} chart.y the rule of 1 is strong where it stands for equality
 * @param {{ kind: string, points: Point<X>[] }[]} chart.lines by their classes in still.css: a `side` has a band, others have a dot and
 *   a bar for each point
 * @param {{ at: number, kind: string }[]} [chart.uprights] vertical lines at positions
 * @returns {string} SVG elements
 */
export function drawSvgChart ({ box: { left, right, top, bottom }, x, y, lines, uprights = [] }) {
  const vertical = (/** @type {string} */ kind, /** @type {number} */ at, from = top, to = bottom) => `<line class="${kind}" x1="${roundToTenth(at)}" x2="${roundToTenth(at)}" y1="${roundToTenth(from)}" y2="${roundToTenth(to)}"/>`
  const path = (/** @type {string} */ kind, /** @type {number[][]} */ points, end = '') => `<path class="${kind}" d="M${points.map((point) => point.map(roundToTenth).join()).join('L')}${end}"/>`
  const across = y.ticks.map(({ value, text }) => {
    const at = roundToTenth(y.at(value))
    return `<line class="${!x.hasRules && value === 1 ? 'one' : 'rule'}" x1="${left}" x2="${right}" y1="${at}" y2="${at}"/><text class="beside" x="${left - 8}" y="${at}">${text}</text>`
  })
  const below = x.ticks.map(({ value, text }) => `${x.hasRules ? vertical('rule', x.at(value)) : ''}<text class="below" x="${roundToTenth(x.at(value))}" y="${bottom + 18}">${text}</text>`)
  const drawn = lines.map(({ kind, points }) => {
    const ends = (/** @type {'y' | 'low' | 'high'} */ which) => points.map((point) => [x.at(point.x), y.at(point[which])])
    const line = path(kind, ends('y'))
    if (kind.startsWith('side')) return path(`${kind} shade`, [...ends('low'), ...ends('high').reverse()], 'Z') + line
    return line + points.map((point) => `<g>${point.title ? `<title>${escapeHtml(point.title)}</title>` : ''}${vertical(kind, x.at(point.x), y.at(point.low), y.at(point.high))}<circle class="${kind}" cx="${roundToTenth(x.at(point.x))}" cy="${roundToTenth(y.at(point.y))}" r="4.5"/></g>`).join('')
  })
  return [...across, ...below, ...uprights.map(({ kind, at }) => vertical(kind, at)), ...drawn].join('\n')
}

/**
 * Renders the text of an SVG file. The picture follows the reader's setting for light or dark colours.
 *
 * @param {object} picture
 * @param {number} picture.width
 * @param {number} picture.height
 * @param {string} picture.label what the picture shows, for readers who do not see it
 * @param {string} [picture.description] its figures, for the same readers
 * @param {string} [picture.css] more rules
 * @param {string} picture.body SVG elements
 * @returns {string} SVG
 */
export function renderSvgPicture ({ width, height, label, description, css = '', body }) {
  const [attributes, elements] = description
    ? ['aria-labelledby="title desc"', `<title id="title">${escapeHtml(label)}</title>\n<desc id="desc">${escapeHtml(description)}</desc>\n`]
    : [`aria-label="${escapeHtml(label)}"`, '']
  return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ${attributes}>
${elements}<style>${PICTURE_CSS}${css}</style>
<rect class="paper" width="${width}" height="${height}" rx="8"/>
${body}
</svg>
`
}

/** @param {number} value @returns {number} with one decimal: finer than a pixel */
export function roundToTenth (value) {
  return Number(value.toFixed(1))
}
