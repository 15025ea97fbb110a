import { CODE_KIND_LABELS, formatDuration, formatShare, frameMatchesSearch, formatProgramName } from './format.js'
import { buildFlameGraphLayout } from './layout.js'

/**
 * @import { FlameData } from './data.js'
 * @import { Display } from './layout.js'
 */

const { d3, flamegraph } = /** @type {any} */ (globalThis)

/** Minimum width in pixels of a drawn frame. Narrower frames appear when the reader zooms in. */
const MIN_FRAME_PX = 3
const ROW_PX = 22

/** @type {Record<string, string>} */
const FILLS = { own: 'var(--own)', dependency: 'var(--dependency)', node: 'url(#stripes)', v8: 'url(#dots)', scale: 'var(--shade)' }
const FOUND_FILL = 'var(--found)'

/** A flame graph with keyboard navigation. Each parameter `d` is a node of the library d3, and `d.data` holds its frame. */
export class FlameGraph {
  /**
   * @param {HTMLElement} place
   * @param {FlameData} data
   * @param {FlameData['sides'][0]} side
   * @param {Display} display
   * @param {(lines: HTMLElement[]) => void} onDetails
   */
  constructor (place, data, side, display, onDetails) {
    this.place = place
    this.side = side
    this.layOut = () => buildFlameGraphLayout(data, side, display)
    const showDetails = (/** @type {any} */ d) => { if (d?.data?.frame) onDetails(buildDetails(d, side)) }
    this.chart = flamegraph.default()
      .width(place.clientWidth).cellHeight(ROW_PX).minFrameSize(MIN_FRAME_PX).transitionDuration(0).inverted(true).resetHeightOnZoom(true)
      .setColorMapper((/** @type {any} */ d) => d.highlight ? FOUND_FILL : FILLS[d.data.frame?.kind ?? 'scale'])
      .setSearchMatch((/** @type {any} */ { data: { frame, steps } }, /** @type {string} */ text) => (
        frame && [frame, ...steps].some((shown) => frameMatchesSearch(shown, text))
      ))
      .setSearchHandler(() => {})
      .setDetailsHandler(() => {})
      .setLabelHandler((/** @type {any} */ d) => formatLabel(d, side))
      .onHover(showDetails)
      .onClick(() => this.decorate())
    d3.select(place).datum(this.layOut()).call(this.chart)
    place.addEventListener('keydown', (event) => this.handleKey(event))
    place.addEventListener('focusin', (event) => showDetails(d3.select(event.target).datum()))
    this.decorate()
  }

  get frames () {
    return d3.select(this.place).selectAll('g.frame')
  }

  /** Marks each frame with its kind of code and a label for screen readers. The Tab key stops only at the frame of the whole variant. */
  decorate () {
    this.frames
      .attr('data-kind', (/** @type {any} */ d) => d.data.frame?.kind ?? 'scale')
      .attr('data-found', (/** @type {any} */ d) => d.highlight ? '' : null)
      .attr('role', 'button')
      .attr('aria-label', (/** @type {any} */ d) => formatLabel(d, this.side))
      .attr('tabindex', (/** @type {any} */ d) => d.depth === 1 ? 0 : -1)
  }

  redraw () {
    this.chart.update(this.layOut())
  }

  resize () {
    this.chart.width(this.place.clientWidth).update()
    this.decorate()
  }

  /** @param {string} text */
  search (text) {
    if (text) this.chart.search(text)
    else this.chart.clear()
    this.decorate()
  }

  /** @returns {boolean} whether the widest match got the focus */
  focusWidestMatch () {
    const match = findWidest(this.frames.data().filter((/** @type {any} */ d) => d.highlight))
    if (match) this.focus(match)
    return Boolean(match)
  }

  /** @param {any} d */
  focus (d) {
    this.frames.filter((/** @type {any} */ other) => other === d).node()?.focus()
  }

  /** @param {KeyboardEvent} event */
  handleKey (event) {
    const d = d3.select(event.target).datum()
    if (!d?.data) return
    if (event.key === 'Enter' || event.key === ' ') {
      this.chart.zoomTo(d)
      this.focus(d)
    } else if (event.key.startsWith('Arrow')) this.focus(this.findNeighbour(d, event.key) ?? d)
    else return
    event.preventDefault()
  }

  /** @param {any} d @param {string} key an arrow @returns {any} a drawn frame */
  findNeighbour (d, key) {
    const drawn = this.frames.data()
    if (key === 'ArrowUp') return d.parent
    if (key === 'ArrowDown') return findWidest(drawn.filter((/** @type {any} */ other) => other.parent === d))
    const row = drawn.filter((/** @type {any} */ other) => other.depth === d.depth)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => a.x0 - b.x0)
    return row[row.indexOf(d) + (key === 'ArrowRight' ? 1 : -1)]
  }
}

/** @param {any[]} frames @returns {any} */
function findWidest (frames) {
  return frames.sort((a, b) => b.value - a.value)[0]
}

/** @param {any} d @param {FlameData['sides'][0]} side */
function formatLabel (d, side) {
  return d.data.frame
    ? `${d.data.name}: ${formatDuration(d.data.value)}, ${formatShare(d.data.value / side.total)} of ${formatProgramName(side)}`
    : d.data.name
}

/** @param {any} d @param {FlameData['sides'][0]} side @returns {HTMLElement[]} time, source lines and folded wrappers of a frame */
function buildDetails ({ data: { value, children, steps, frame } }, side) {
  const { name, where, kind, line, text, hotLine, hotText } = frame
  const self = value - children.reduce((/** @type {number} */ sum, /** @type {any} */ child) => sum + child.value, 0)
  const bold = (/** @type {string} */ textContent) => createElement('b', { textContent })
  const lines = [createElement(
    'div',
    {},
    [
      bold(name),
      ` ${where} (${CODE_KIND_LABELS[kind]}) — total `,
      bold(formatDuration(value)),
      `, ${formatShare(value / side.total)} of ${formatProgramName(side)}; self `,
      bold(formatDuration(Math.max(0, self))),
    ]
  )]
  if (text) lines.push(createElement('code', { className: 'code', textContent: `${String(line).padStart(5)}  ${text}` }))
  if (hotText && hotLine !== line) {
    lines.push(createElement('code', { className: 'code', textContent: `${String(hotLine).padStart(5)}  ${hotText}      ← hottest line` }))
  }
  if (steps.length) {
    lines.push(createElement(
      'div',
      { className: 'quiet', textContent: `via ${steps.map((/** @type {any} */ step) => step.name).join(' → ')}` }
    ))
  }
  return lines
}

/** @param {string} tag @param {object} properties @param {(Node | string)[]} children */
function createElement (tag, properties, children = []) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
