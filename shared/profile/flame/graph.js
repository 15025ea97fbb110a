import { CODE_KIND_LABELS, formatDuration, formatShare, formatProgramName, makeSearchMatcher } from './format.js'
import { buildFlameGraphLayout } from './layout.js'

/**
 * @import { FlameData } from './data.js'
 * @import { Display, LayoutFrame, LayoutNode } from './layout.js'
 */

/**
 * @typedef {object} DrawnNode a node of d3
 * @property {LayoutNode} data
 * @property {number} value
 * @property {number} depth 0 for the scale, 1 for the whole variant
 * @property {number} x0 left edge
 * @property {DrawnNode | null} parent
 * @property {boolean} [highlight] matches the search
 *
 * @typedef {object} Frames d3's selection of the drawn frames
 * @property {(name: string, value: string | ((d: DrawnNode) => string | number | null)) => Frames} attr
 * @property {() => DrawnNode[]} data
 * @property {(keeps: (d: DrawnNode) => boolean) => Frames} filter
 * @property {() => SVGElement | null} node
 *
 * @typedef {{
 *   datum (): DrawnNode | undefined,
 *   datum (layout: LayoutNode): { call (chart: Chart): void },
 *   selectAll (selector: string): Frames,
 * }} Selection d3's selection of one element
 *
 * @typedef {object} Chart of d3-flame-graph
 * @property {(px: number) => Chart} width
 * @property {(px: number) => Chart} cellHeight
 * @property {(px: number) => Chart} minFrameSize
 * @property {(ms: number) => Chart} transitionDuration
 * @property {(isInverted: boolean) => Chart} inverted
 * @property {(resets: boolean) => Chart} resetHeightOnZoom
 * @property {(mapper: (d: DrawnNode) => string) => Chart} setColorMapper
 * @property {(matches: (d: DrawnNode, text: string) => boolean | undefined) => Chart} setSearchMatch
 * @property {(handler: () => void) => Chart} setSearchHandler
 * @property {(handler: () => void) => Chart} setDetailsHandler
 * @property {(handler: (d: DrawnNode) => string) => Chart} setLabelHandler
 * @property {(handler: (d: DrawnNode) => void) => Chart} onHover
 * @property {(handler: (d: DrawnNode) => void) => Chart} onClick
 * @property {(layout?: LayoutNode) => Chart} update
 * @property {(text: string) => void} search
 * @property {() => void} clear
 * @property {(d: DrawnNode) => void} zoomTo
 * @property {() => void} resetZoom
 *
 * @typedef {object} Libraries
 * @property {{ select: (element: EventTarget | null) => Selection }} d3
 * @property {{ default: () => Chart }} flamegraph
 */

const { d3, flamegraph } = /** @type {typeof globalThis & Libraries} */ (globalThis)

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
    this.data = data
    this.isFound = makeSearchMatcher(data.frames, '')
    this.layOut = () => buildFlameGraphLayout(data, side, display)
    const showDetails = (/** @type {DrawnNode | undefined} */ d) => {
      if (d?.data?.frame) onDetails(buildDetails(/** @type {{ data: LayoutFrame }} */ (d), side))
    }
    this.chart = flamegraph.default()
      .width(place.clientWidth).cellHeight(ROW_PX).minFrameSize(MIN_FRAME_PX).transitionDuration(0).inverted(true).resetHeightOnZoom(true)
      .setColorMapper((d) => d.highlight ? FOUND_FILL : FILLS[d.data.frame?.kind ?? 'scale'])
      .setSearchMatch(({ data: { frame, steps } }) => frame && [frame, ...steps].some(this.isFound))
      .setSearchHandler(() => {})
      .setDetailsHandler(() => {})
      .setLabelHandler((d) => formatLabel(d, side))
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
      .attr('data-kind', (d) => d.data.frame?.kind ?? 'scale')
      .attr('data-found', (d) => d.highlight ? '' : null)
      .attr('role', 'button')
      .attr('aria-label', (d) => formatLabel(d, this.side))
      .attr('tabindex', (d) => d.depth === 1 ? 0 : -1)
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
    this.isFound = makeSearchMatcher(this.data.frames, text)
    if (text) this.chart.search(text)
    else this.chart.clear()
    this.decorate()
  }

  /** @returns {boolean} whether the widest match got the focus */
  focusWidestMatch () {
    const match = findWidest(this.frames.data().filter((d) => d.highlight))
    if (match) this.focus(match)
    return Boolean(match)
  }

  /** @param {DrawnNode} d */
  focus (d) {
    this.frames.filter((other) => other === d).node()?.focus()
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

  /** @param {DrawnNode} d @param {string} key an arrow @returns {DrawnNode | null | undefined} */
  findNeighbour (d, key) {
    const drawn = this.frames.data()
    if (key === 'ArrowUp') return d.parent
    if (key === 'ArrowDown') return findWidest(drawn.filter((other) => other.parent === d))
    const row = drawn.filter((other) => other.depth === d.depth)
      .sort((a, b) => a.x0 - b.x0)
    return row[row.indexOf(d) + (key === 'ArrowRight' ? 1 : -1)]
  }
}

/** @param {DrawnNode[]} frames @returns {DrawnNode | undefined} */
function findWidest (frames) {
  return frames.sort((a, b) => b.value - a.value)[0]
}

/** @param {DrawnNode} d @param {FlameData['sides'][0]} side */
function formatLabel (d, side) {
  return d.data.frame
    ? `${d.data.name}: ${formatDuration(d.data.innermost)}, ${formatShare(d.data.innermost / side.total)} of ${formatProgramName(side)}`
    : d.data.name
}

/** @param {{ data: LayoutFrame }} d @param {FlameData['sides'][0]} side @returns {HTMLElement[]} time, source lines and folded wrappers */
function buildDetails ({ data: { innermost, children, steps, frame } }, side) {
  const { name, where, kind, line, text, hotLine, hotText } = frame
  const self = innermost - children.reduce((sum, child) => sum + child.value, 0)
  const bold = (/** @type {string} */ textContent) => createElement('b', { textContent })
  const lines = [createElement(
    'div',
    {},
    [
      bold(name),
      ` ${where} (${CODE_KIND_LABELS[kind]}) — total `,
      bold(formatDuration(innermost)),
      `, ${formatShare(innermost / side.total)} of ${formatProgramName(side)}; self `,
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
      { className: 'quiet', textContent: `via ${steps.map((step) => step.name).join(' → ')}` }
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
