import { escapeHtml } from './data.js'
import { PAGE_COLOURS_CSS, roundToTenth } from './chart/still.js'

/**
 * @typedef {object} Recorded a recorded terminal
 * @property {string} lab
 * @property {string} node
 * @property {number} columns
 * @property {Row[]} rows
 *
 * @typedef {{ isTyped: boolean, versions: { ms: number, spans: [text: string, style: string][] }[] }} Row
 * @typedef {{ row: number, from: number, to: number | null, spans: [text: string, style: string][], isTyped: boolean }} Shown
 *   `to`: when another text replaces it; null for the last one
 */

/** Sizes in SVG units: width, margin, height of the title bar, and height of a row. */
const WIDTH = 420
const MARGIN = 12
const TOP = 34
const LINE = 21

/** Number of terminal rows that are visible at the same time. */
const ROWS = 18

/** Milliseconds that the animation takes to type a letter. */
const LETTER_MS = 25

/** Time in ms for which the picture shows its final screen before the animation starts, so that a still picture is not empty. */
const POSTER_MS = 1500

const CSS = `${PAGE_COLOURS_CSS}
svg { --green: #0a5c26; --yellow: #6b4700; --red: var(--first); --cyan: var(--second); }
@media (prefers-color-scheme: dark) { svg { --green: #7ee787; --yellow: #e9c46a; } }
text { font: 16px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: var(--ink); }
.bar { font: 15px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: var(--quiet); text-anchor: middle; }
.paper { fill: var(--paper); stroke: var(--line); } .rule { stroke: var(--rule); }
.bold { font-weight: 700; } .dim { fill: var(--quiet); } .green { fill: var(--green); } .yellow { fill: var(--yellow); } .red { fill: var(--red); } .cyan { fill: var(--cyan); }
.gone { opacity: 0; }
@keyframes later { from, to { opacity: 0; } } @keyframes gone { from, to { opacity: 1; } } @keyframes typed { from { clip-path: inset(0 100% 0 0); } to { clip-path: inset(0); } }
`

/** Styles that show only the final screen, for readers who want no animation. */
const STILL_CSS = '@media (prefers-reduced-motion: reduce) { .in, .typed, .gone, .scroll { animation: none !important; } }'

/**
 * Draws a recorded terminal session as an animated SVG. The animation plays once, from the first command to the last line.
 *
 * @param {Recorded} recorded
 * @param {{ title: string, description: string }} texts for readers who do not see it
 * @returns {string} SVG
 */
export function drawTerminalRecording ({ columns, rows }, { title, description }) {
  const shown = listShown(cutAtEnd(rows))
  const height = TOP + ROWS * LINE + 12
  const scroll = makeScroll(shown)
  const place = { x: MARGIN, width: (WIDTH - 2 * MARGIN) / columns }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeHtml(title)}</title>
<desc id="desc">${escapeHtml(description)}</desc>
<style>${CSS}${scroll.css}
${STILL_CSS}</style>
<rect class="paper" x=".5" y=".5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="bar" x="${WIDTH / 2}" y="22">${escapeHtml(title)}</text><line class="rule" x1="0" x2="${WIDTH}" y1="${TOP - 2}" y2="${TOP - 2}"/>
<svg y="${TOP}" width="${WIDTH}" height="${ROWS * LINE + 6}" overflow="hidden"><g class="scroll" xml:space="preserve">
${shown.map((one) => drawRow(one, place)).join('\n')}
</g></svg>
</svg>
`
}

/**
 * Cuts off the rows that do not fit on the final screen. The final screen begins with the last command.
 *
 * @param {Row[]} rows
 * @returns {Row[]} whole paragraphs
 */
function cutAtEnd (rows) {
  const isBlank = (/** @type {Row | undefined} */ row) => !row?.versions.at(-1)?.spans.length
  const bottom = rows.findLastIndex(({ isTyped }) => isTyped) + ROWS
  const fitting = rows.slice(0, bottom)
  const lastBlank = fitting.findLastIndex(isBlank)
  return isBlank(rows[bottom]) || lastBlank < 0 ? fitting : fitting.slice(0, lastBlank)
}

/** @param {Row[]} rows @returns {Shown[]} every text, in the order of time */
function listShown (rows) {
  return rows.flatMap(({ isTyped, versions }, row) => versions.flatMap(({ ms, spans }, index) => {
    const to = versions[index + 1]?.ms ?? null
    return spans.length ? [{ row, from: ms, to, spans, isTyped }] : []
  })).sort((a, b) => a.from - b.from)
}

/** @param {Shown} shown @param {{ x: number, width: number }} place of the first letter, and the width of each */
function drawRow ({ row, from, to, spans, isTyped }, { x, width }) {
  const letters = spans.reduce((sum, [text]) => sum + Array.from(text).length, 0)
  const text = spans.map(([text, style]) => style ? `<tspan class="${style}">${escapeHtml(text)}</tspan>` : escapeHtml(text)).join('')
  const seconds = (/** @type {number} */ ms) => `${roundToTenth(ms / 1000)}s`
  const later = `later ${seconds(from)} ${seconds(POSTER_MS)}`
  const [kind, movement] = isTyped
    ? ['typed', `${later}, typed ${(LETTER_MS * letters / 1000).toFixed(2)}s ${seconds(POSTER_MS + from)} steps(${letters})`]
    : to === null ? ['in', later] : ['gone', `gone ${seconds(to - from)} ${seconds(POSTER_MS + from)}`]
  return `<text class="${kind}" style="animation: ${movement}" x="${x}" y="${row * LINE + 16}" textLength="${roundToTenth(letters * width)}" lengthAdjust="spacingAndGlyphs">${text}</text>`
}

/**
 * Writes the CSS that scrolls the rows as a terminal does, so that the newest row is always visible.
 *
 * @param {Shown[]} shown
 * @returns {{ css: string }}
 */
function makeScroll (shown) {
  const duration = Math.max(...shown.map(({ from }) => from)) + 1
  let lowest = 0
  /** @type {Map<number, number>} */
  const steps = new Map()
  for (const { row, from } of shown) {
    if (row <= lowest) continue
    lowest = row
    const hidden = Math.max(0, row + 1 - ROWS)
    if (hidden) steps.set(from, hidden * LINE)
  }
  const end = Math.max(0, ...steps.values())
  const moves = [...steps].map(([ms, y]) => `${roundToTenth(100 * ms / duration)}% { transform: translateY(-${y}px); }`)
  return {
    css: `.scroll { transform: translateY(-${end}px); animation: scroll ${roundToTenth(duration / 1000)}s ${POSTER_MS}ms step-end; }
@keyframes scroll { 0% { transform: none; } ${moves.join(' ')} }`,
  }
}
