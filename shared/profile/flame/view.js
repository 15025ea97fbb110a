// Runs in the page. d3, flamegraph and the data (page.js) are there before it.

const { d3, flamegraph, profiled } = /** @type {any} */ (globalThis)
const { per, sides, frames, changes, look, narrowest } = profiled

/** Frames narrower than this many pixels are not drawn until they are zoomed to. */
const NARROWEST_PX = 3
const ROW_PX = 22

/** A function that passes this share of its time on to one other is a step on the way to that. */
const PASSED_ON = 0.93

const FILLS = { own: 'var(--own)', dependency: 'var(--dependency)', node: 'url(#stripes)', v8: 'url(#dots)', scale: 'var(--shade)' }
const FOUND = 'var(--found)'
const KINDS = { own: 'lab code', dependency: 'dependency', node: 'Node', v8: 'V8 or native' }

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const duration = (/** @type {number} */ us) => us >= 1000 ? `${number.format(us / 1000)} ms` : us >= 1 || us === 0 ? `${number.format(us)} µs` : `${number.format(us * 1000)} ns`
const percent = (/** @type {number} */ share) => share > 0 && share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`

/** The program's name, such as express. @param {any} side */
const nameOf = (side) => side.label || side.variant

const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id))
const search = byId('search')
const hidden = new Set()
let sameScale = true
let folds = true

/** @param {string} tag @param {object} properties @param {(Node | string)[]} children */
function element (tag, properties = {}, children = []) {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

/** The calls that are shown: those of a hidden kind are left out, and what they call belongs to who called them. @param {any[]} calls */
function shown (calls) {
  const byFrame = new Map()
  const take = (/** @type {any[]} */ some) => {
    for (const [frame, value, children] of some) {
      if (hidden.has(frames[frame].kind)) {
        take(children)
        continue
      }
      const node = byFrame.get(frame) ?? { frame: frames[frame], value: 0, calls: [] }
      byFrame.set(frame, node)
      node.value += value
      node.calls.push(...children)
    }
  }
  take(calls)
  return [...byFrame.values()].map(({ frame, value, calls }) => folded({ name: `${frame.name}  ${frame.where}`, frame, steps: [], value, children: shown(calls) }))
}

/** A function that does little but call one other of the same kind stands in one frame with that. @param {any} node */
function folded (node) {
  const [next] = node.children.filter((/** @type {any} */ { frame, value }) => frame.kind === node.frame.kind && value >= PASSED_ON * node.value)
  if (!folds || !next) return node
  return { ...next, name: `${node.frame.name} … ${next.frame.name}  ${next.frame.where}`, steps: [node.frame, ...next.steps], value: node.value }
}

/** @param {any} side */
function treeOf (side) {
  const whole = sameScale ? Math.max(...sides.map((/** @type {any} */ { total }) => total)) : side.total
  return { name: `scale: ${duration(whole)} of CPU ${per}`, value: whole, children: [{ name: `${nameOf(side)}: ${duration(side.total)}`, value: side.total, children: shown(side.roots) }] }
}

/** @param {any} node of d3 */
function selfOf (node) {
  return node.data.value - node.data.children.reduce((/** @type {number} */ sum, /** @type {any} */ child) => sum + child.value, 0)
}

/** @param {any} frame @param {string} text */
function matches (frame, text) {
  const within = `${frame.name} ${frame.where} ${frame.hotText}`.toLowerCase()
  return text.toLowerCase().split(/\s+/).every((word) => within.includes(word))
}

/** @param {any[]} calls @param {string} text @returns {number} µs in what is found and in what that calls, whatever is shown */
function within (calls, text) {
  return calls.reduce((sum, [frame, value, children]) => sum + (matches(frames[frame], text) ? value : within(children, text)), 0)
}

class Graph {
  /** @param {any} side */
  constructor (side) {
    this.side = side
    this.place = element('div', { className: 'graph' })
    this.place.setAttribute('role', 'group')
    this.place.setAttribute('aria-label', `flame graph of ${nameOf(side)}`)
    const idle = side.idle >= 0.01 ? `, idle ${percent(side.idle)} of the time` : ''
    byId('graphs').append(element('h2', {}, [side.variant, element('span', { textContent: `${side.label}: ${duration(side.total)} of CPU ${per}` }), element('span', { className: 'quiet', textContent: `${number.format(side.operations)} profiled${idle}` })]), this.place)
    this.chart = flamegraph.default()
      .width(this.place.clientWidth).cellHeight(ROW_PX).minFrameSize(NARROWEST_PX).transitionDuration(0).inverted(true).resetHeightOnZoom(true)
      .setColorMapper((/** @type {any} */ d) => d.highlight ? FOUND : FILLS[/** @type {keyof typeof FILLS} */ (d.data.frame?.kind ?? 'scale')])
      .setSearchMatch((/** @type {any} */ d, /** @type {string} */ text) => d.data.frame && [d.data.frame, ...d.data.steps].some((frame) => matches(frame, text)))
      .setSearchHandler(() => {})
      .setDetailsHandler(() => {})
      .setLabelHandler((/** @type {any} */ d) => told(d, side))
      .onHover((/** @type {any} */ d) => describe(d, side))
      .onClick(() => this.decorate())
    d3.select(this.place).datum(treeOf(side)).call(this.chart)
    this.place.addEventListener('keydown', (event) => this.key(event))
    this.place.addEventListener('focusin', (event) => describe(d3.select(event.target).datum(), side))
    this.decorate()
  }

  get frames () {
    return d3.select(this.place).selectAll('g.frame')
  }

  /** What the library does not know: kinds, names for screen readers, and one frame that the Tab key reaches. */
  decorate () {
    this.frames
      .attr('data-kind', (/** @type {any} */ d) => d.data.frame?.kind ?? 'scale')
      .attr('data-found', (/** @type {any} */ d) => d.highlight ? '' : null)
      .attr('role', 'button')
      .attr('aria-label', (/** @type {any} */ d) => told(d, this.side))
      .attr('tabindex', (/** @type {any} */ d) => d.depth === 1 ? 0 : -1)
  }

  redraw () {
    this.chart.update(treeOf(this.side))
  }

  resize () {
    this.chart.width(this.place.clientWidth).update()
    this.decorate()
  }

  /** @param {string} text */
  search (text) {
    if (text.trim()) this.chart.search(text.trim())
    else this.chart.clear()
    this.decorate()
  }

  /** @param {any} d a node of d3 */
  focus (d) {
    this.frames.filter((/** @type {any} */ other) => other === d).node()?.focus()
  }

  /** @param {any} d a node of d3 */
  zoomTo (d) {
    this.chart.zoomTo(d)
    this.focus(d)
  }

  /** @param {KeyboardEvent} event */
  key (event) {
    const d = /** @type {any} */ (d3.select(/** @type {any} */ (event.target)).datum())
    if (!d?.data) return
    if (event.key === 'Enter' || event.key === ' ') this.zoomTo(d)
    else if (!event.key.startsWith('Arrow')) return
    else this.focus(this.beside(d, event.key))
    event.preventDefault()
  }

  /** @param {any} d @param {string} key @returns {any} the frame to which an arrow leads, of those that are drawn */
  beside (d, key) {
    const drawn = new Set(this.frames.data())
    const widest = (/** @type {any[]} */ some = []) => some.filter((one) => drawn.has(one)).sort((a, b) => b.value - a.value)[0]
    if (key === 'ArrowUp') return d.parent ?? d
    if (key === 'ArrowDown') return widest(d.children) ?? d
    const row = [...drawn].filter((one) => one.depth === d.depth).sort((a, b) => a.x0 - b.x0)
    return row[row.indexOf(d) + (key === 'ArrowRight' ? 1 : -1)] ?? d
  }
}

/** @param {any} d @param {any} side */
function told (d, side) {
  return d.data.frame ? `${d.data.name}: ${duration(d.data.value)}, ${percent(d.data.value / side.total)} of ${nameOf(side)}` : d.data.name
}

/** @param {any} d @param {any} side */
function describe (d, side) {
  if (!d?.data?.frame) return
  const { steps, frame: { name, where, kind, line, text, hotLine, hotText } } = d.data
  const lines = [element('div', {}, [element('b', { textContent: name }), ` ${where} (${KINDS[/** @type {keyof typeof KINDS} */ (kind)]}) — total `, element('b', { textContent: duration(d.data.value) }), `, ${percent(d.data.value / side.total)} of ${nameOf(side)}; self `, element('b', { textContent: duration(Math.max(0, selfOf(d))) })])]
  if (text) lines.push(element('code', { className: 'code', textContent: `${String(line).padStart(5)}  ${text}` }))
  if (hotText && hotLine !== line) lines.push(element('code', { className: 'code', textContent: `${String(hotLine).padStart(5)}  ${hotText}      ← hottest line` }))
  if (steps.length) lines.push(element('div', { className: 'quiet', textContent: `via ${steps.map((/** @type {any} */ step) => step.name).join(' → ')}` }))
  byId('details').replaceChildren(...lines)
}

function searched () {
  for (const graph of graphs) graph.search(search.value)
  byId('found').textContent = search.value.trim() ? sides.map((/** @type {any} */ side) => `${nameOf(side)} ${percent(within(side.roots, search.value.trim()) / side.total)}`).join(', ') : ''
}

function redraw () {
  for (const graph of graphs) graph.redraw()
  searched()
}

/** @param {string} id of a button @param {() => void} change */
function toggle (id, change) {
  const button = byId(id)
  button.addEventListener('click', () => {
    change()
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
    redraw()
  })
}

function reset () {
  search.value = ''
  for (const graph of graphs) graph.chart.resetZoom()
  searched()
}

function table () {
  if (sides.length < 2) return
  const [first, second] = sides
  byId('changes-title').textContent = `Largest differences in self time ${per}: ${nameOf(first)} and ${nameOf(second)}`
  const most = Math.max(...changes.map((/** @type {any} */ { self }) => Math.abs(self[0] - self[1])))
  const head = ['function', '', `self in ${first.variant}`, `self in ${second.variant}`, 'difference', `total in ${first.variant}`, `total in ${second.variant}`]
  byId('changes').append(
    element('thead', {}, [element('tr', {}, head.map((text, column) => element(text ? 'th' : 'td', { textContent: text, className: column > 1 ? 'number' : '' })))]),
    element('tbody', {}, changes.map((/** @type {any} */ { frame, self, total }) => {
      const { name, where, kind } = frames[frame]
      const less = self[0] - self[1]
      const cell = (/** @type {string} */ text) => element('td', { className: 'number', textContent: text })
      const bar = element('span', { className: less > 0 ? 'bar less' : 'bar more' })
      bar.style.width = `${6 * Math.abs(less) / most}em`
      const find = element('button', { textContent: `${name} ${where}`, onclick: () => { search.value = `${name} ${where}`; searched(); document.body.scrollIntoView() } })
      return element('tr', {}, [
        element('td', {}, [find]),
        element('td', { className: 'quiet', textContent: KINDS[/** @type {keyof typeof KINDS} */ (kind)] }),
        cell(duration(self[0])), cell(self[1] === 0 ? 'gone' : duration(self[1])),
        element('td', {}, [bar, ` ${less > 0 ? '−' : '+'}${duration(Math.abs(less))}`]),
        cell(duration(total[0])), cell(total[1] === 0 ? 'gone' : duration(total[1])),
      ])
    }))
  )
}

document.body.insertAdjacentHTML('beforeend', `<svg width="0" height="0" aria-hidden="true"><defs>
<pattern id="stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" fill="var(--node)" stroke="none"/><rect width="3" height="8" fill="var(--stripe)" stroke="none"/></pattern>
<pattern id="dots" width="7" height="7" patternUnits="userSpaceOnUse"><rect width="7" height="7" fill="var(--v8)" stroke="none"/><circle cx="2" cy="2" r="1.1" fill="var(--dot)"/></pattern>
</defs></svg>`)

const graphs = sides.map((/** @type {any} */ side) => new Graph(side))
table()
byId('notes').textContent = `Width is CPU time ${per}, from one sample every quarter of a millisecond after warm-up. A profile is not a measurement: pnpm lab measures. ` +
  `Frames narrower than ${narrowest * 100} % are added to their callers. A folded frame includes the self time of its wrappers. Idle time is not shown.`

search.addEventListener('input', searched)
search.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== 'Enter') return
  for (const graph of graphs) {
    const [widest] = graph.frames.data().filter((/** @type {any} */ d) => d.highlight).sort((/** @type {any} */ a, /** @type {any} */ b) => b.value - a.value)
    if (widest) return graph.focus(widest)
  }
})
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('button[data-kind]'))) {
  button.addEventListener('click', () => {
    const { kind } = button.dataset
    if (!hidden.delete(kind)) hidden.add(kind)
    button.setAttribute('aria-pressed', String(!hidden.has(kind)))
    redraw()
  })
}
toggle('scale', () => { sameScale = !sameScale })
byId('scale').hidden = sides.length < 2
toggle('fold', () => { folds = !folds })
byId('reset').addEventListener('click', reset)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') reset()
  if (event.key !== '/' || event.target === search) return
  event.preventDefault()
  search.focus()
})
window.addEventListener('resize', () => { for (const graph of graphs) graph.resize() })
if (look) {
  search.value = look
  searched()
}
window.requestAnimationFrame(() => window.requestAnimationFrame(() => performance.mark('drawn')))
