import { formatShare, formatProgramName, makeSearchMatcher } from './format.js'
import { FlameGraph } from './graph.js'
import { sumTimeOfMatchingFrames } from './layout.js'

/**
 * @import { FlameData } from './data.js'
 * @import { Display } from './layout.js'
 */

const data = /** @type {typeof globalThis & { profiled: FlameData }} */ (globalThis).profiled

/** @type {Display} */
const display = { hiddenKinds: new Set(), sameScale: true, foldsWrappers: true }

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const search = /** @type {HTMLInputElement} */ (byId('search'))
const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.graph'))
const graphs = data.sides.map((side, index) => new FlameGraph(
  places[index],
  data,
  side,
  display,
  (lines) => byId('details').replaceChildren(...lines)
))

function showMatches () {
  const text = search.value.trim()
  for (const graph of graphs) graph.search(text)
  const matches = makeSearchMatcher(data.frames, text)
  const sum = (/** @type {FlameData['sides'][0]} */ { roots }) => sumTimeOfMatchingFrames(data, roots, matches)
  const shares = data.sides.map((side) => `${formatProgramName(side)} ${formatShare(sum(side) / side.total)}`)
  byId('found').textContent = text ? shares.join(', ') : ''
}

function reset () {
  // the search that the lab suggests, which stands in the page's HTML
  search.value = search.defaultValue
  for (const graph of graphs) graph.chart.resetZoom()
  showMatches()
}

/** @param {HTMLElement} button that stays pressed @param {(isPressed: boolean) => void} change */
function onToggle (button, change) {
  button.addEventListener('click', () => {
    const isPressed = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(isPressed))
    change(isPressed)
    for (const graph of graphs) graph.redraw()
    showMatches()
  })
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('button[data-kind]'))) {
  onToggle(button, (isPressed) => display.hiddenKinds[isPressed ? 'delete' : 'add'](String(button.dataset.kind)))
}
onToggle(byId('scale'), (isPressed) => { display.sameScale = isPressed })
onToggle(byId('fold'), (isPressed) => { display.foldsWrappers = isPressed })
byId('scale').hidden = graphs.length < 2
byId('reset').addEventListener('click', reset)

search.addEventListener('input', showMatches)
search.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') graphs.some((graph) => graph.focusWidestMatch())
})
for (const button of document.querySelectorAll('#changes button')) {
  button.addEventListener('click', () => {
    search.value = button.textContent
    showMatches()
    document.body.scrollIntoView()
  })
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') reset()
  if (event.key !== '/' || event.target === search) return
  event.preventDefault()
  search.focus()
})
window.addEventListener('resize', () => { for (const graph of graphs) graph.resize() })
if (search.value) showMatches()
window.requestAnimationFrame(() => window.requestAnimationFrame(() => performance.mark('drawn')))
