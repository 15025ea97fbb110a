import { capitalize, groupDigits } from '@hotpath-labs/terminal/numbers.js'
import { describeInlinedMatch, formatDuration, formatProgramName, formatShare, makeSearchMatcher } from '@hotpath-labs/profile/flame/format.js'
import { buildFlameGraphLayout, sumTimeOfMatchingFrames } from '@hotpath-labs/profile/flame/layout.js'
import { createElement, makeBar } from './element.js'
import { createKeyboardKeyElement, StageScreen } from './screen.js'

/**
 * @import { FlameData } from '@hotpath-labs/profile/flame/data.js'
 * @import { LayoutFrame } from '@hotpath-labs/profile/flame/layout.js'
 * @import { HeapSummary } from '@hotpath-labs/profile/heap/findings.js'
 * @import { PageState } from '../stage.js'
 * @import { StageProfile } from '../recording.js'
 * @import { LabView } from '../lab-view.js'
 * @import { Starts } from './screen.js'
 */

/** Smallest drawn share of the scale: a narrower frame has no room for a name. */
const NARROWEST = 0.02

/** Largest share of idle time that needs no remark. */
const MOST_IDLE = 0.6

/** Least width in rem of a frame with a name. */
const NAMED_REM = 2.8

/** Height of a row of a flame graph in rem: the least leaves room for letters of 18 pixels in a window 720 pixels high. */
const ROW_REM = { least: 1.06, most: 1.9 }

/** @typedef {PageState & { profileData?: StageProfile }} ProfileState */

export class ProfileScreen extends StageScreen {
  static title = 'the profile'
  static notes = 'profile'
  /** @type {Starts} */
  static starts = 'profile'
  #shown = ''
  /** @type {FlameGraphs | undefined} */
  #graphs

  /** @param {HTMLElement} root @param {LabView} lab */
  constructor (root, lab) {
    super(root, lab)
    this.observer = new window.ResizeObserver(() => this.#graphs?.fit())
  }

  close () {
    this.observer.disconnect()
  }

  /** @param {ProfileState} state */
  draw ({ profile, profileData, isReplay }) {
    const wanted = JSON.stringify([profile, Boolean(profileData), profileData?.sides.map((side) => 'total' in side && side.total)])
    // keeps an unchanged screen, because drawing it ten times a second would take CPU time from the measurement
    if (wanted === this.#shown) return
    this.#shown = wanted
    this.observer.disconnect()
    this.#graphs = undefined
    const { hotFrame } = profile
    const status = formatStatus(profile, Boolean(profileData), isReplay)
    const asked = status.length ? [createElement('p', { className: 'large' }, status)] : []
    if (!profileData) {
      const parts = hotFrame ? [createElement('h2', { textContent: `Look for ${formatHotFrame(hotFrame)}` }), createElement('p', { className: 'quiet', textContent: `${capitalize(hotFrame.says)}.` })] : []
      return this.root.replaceChildren(createElement('div', { className: 'question' }, parts), ...asked)
    }
    const describeOrigin = (/** @type {string} */ what) => createElement('p', { className: 'quiet', textContent: formatOrigin(profile, what) })
    if ('kind' in profileData) return this.root.replaceChildren(...asked, ...renderHeap(profileData), describeOrigin('Heap'))
    const origin = describeOrigin('A run of its own, so its times differ from the baseline\'s. Profile')
    this.#graphs = new FlameGraphs(profileData, hotFrame, origin)
    this.root.replaceChildren(...asked, renderHint(profileData, hotFrame), this.#graphs.place, this.#graphs.details)
    this.observer.observe(this.#graphs.place)
  }
}

/**
 * @param {PageState['profile']} profile
 * @param {boolean} isShown
 * @param {boolean} isReplay
 * @returns {(Node | string)[]} what runs, or what the R key does
 */
function formatStatus ({ phase, problem }, isShown, isReplay) {
  if (phase === 'taking') return [problem || 'Profiling both programs, one after the other …']
  if (isReplay) return isShown ? [] : ['The recording has no profile.']
  const key = createKeyboardKeyElement({ textContent: 'R' })
  if (phase === 'failed') return [key, ` tries again. The profile failed: ${problem}`]
  if (isShown) return problem ? [problem] : []
  return [key, ' profiles both programs under the lab\'s load, for about ten seconds.']
}

/** @param {PageState['profile']} profile @param {string} what @returns {string} time and place of the profile */
function formatOrigin ({ takenAt, from }, what) {
  const at = String(takenAt).slice(0, 16).replace('T', ' ')
  const place = from ? `recorded ${at} UTC, ${from.cpu}, Node ${from.node.replace('v', '')}` : `taken on this machine, ${at} UTC`
  return `${what} ${place}.`
}

/** @param {NonNullable<HotFrame>} hotFrame @returns {string} such as: send in express */
function formatHotFrame ({ search }) {
  return search.split(' ').join(' in ')
}

/** @param {FlameData} data @param {HotFrame} hotFrame @returns {HTMLElement} the frame to look for, with its share */
function renderHint (data, hotFrame) {
  const waiting = data.sides.filter(({ idle }) => idle > MOST_IDLE).map((side) => `${formatProgramName(side)} ${formatShare(side.idle)}`)
  const idle = waiting.length ? [` Idle time, which the graphs do not show: ${waiting.join(', ')}.`] : []
  if (!hotFrame) return createElement('p', {}, idle)
  const matches = makeSearchMatcher(data.frames, hotFrame.search)
  const inlined = describeInlinedMatch(data.frames.filter(matches), hotFrame.search)
  const shares = data.sides.flatMap((side) => {
    const sum = sumTimeOfMatchingFrames(data, side.roots, matches)
    return inlined && sum === 0 ? [] : [`${formatShare(sum / side.total)} of ${formatProgramName(side)}`]
  })
  return createElement('p', {}, ['Look for ', createElement('b', { textContent: formatHotFrame(hotFrame) }), `, ${hotFrame.says}. ${inlined || 'With all that it calls:'} `, createElement('b', { textContent: shares.join(', ') }), '.', ...idle])
}

/**
 * @typedef {PageState['profile']['hotFrame']} HotFrame
 *
 * @typedef {object} Box of a frame
 * @property {LayoutFrame | undefined} frame undefined for a whole program
 * @property {string} name
 * @property {number} value µs
 * @property {number} depth 0 for a whole program
 * @property {number} start µs to the left of it
 */

/** Flame graphs of two programs, one below the other on one scale, in rows that fit the window. */
class FlameGraphs {
  place = createElement('div', { className: 'flames' })
  details = createElement('div', { className: 'details' })

  /** @param {FlameData} data @param {HotFrame} hotFrame @param {HTMLElement} origin shown while the pointer is on no frame */
  constructor (data, hotFrame, origin) {
    this.origin = origin
    this.scale = Math.max(...data.sides.map(({ total }) => total))
    const isHot = hotFrame ? makeSearchMatcher(data.frames, hotFrame.search) : () => false
    this.findHot = (/** @type {LayoutFrame} */ { frame, steps }) => [...steps, frame].find(isHot)
    const display = { hiddenKinds: new Set(), sameScale: true, foldsWrappers: true, isKept: isHot }
    this.graphs = data.sides.map((side) => {
      const [whole] = buildFlameGraphLayout(data, side, display).children
      const name = `${formatProgramName(side)}: ${formatDuration(side.total)} of CPU ${data.per}`
      /** @type {Box[]} */
      const boxes = [{ frame: undefined, name, value: side.total, depth: 0, start: 0 }]
      this.#addBoxes(boxes, /** @type {LayoutFrame[]} */ (whole.children), 1, 0)
      const place = createElement('div', { className: 'graph', role: 'img', ariaLabel: `Flame graph of ${name}` })
      return { side, boxes, place, rows: 1 + Math.max(...boxes.map(({ depth }) => depth)) }
    })
    this.place.append(...this.graphs.map(({ place }) => place))
    this.place.addEventListener('mouseover', ({ target }) => this.#showDetails(/** @type {HTMLElement} */ (target)))
    this.place.addEventListener('mouseleave', () => this.#showLegend())
    this.#showLegend()
  }

  /** @param {Box[]} boxes @param {LayoutFrame[]} frames @param {number} depth @param {number} start µs to the left of the first frame */
  #addBoxes (boxes, frames, depth, start) {
    for (const frame of [...frames].sort((a, b) => b.value - a.value)) {
      if (frame.value < NARROWEST * this.scale) return
      const hot = this.findHot(frame)
      // a box of several frames has the name of the one to look for
      boxes.push({ frame, name: hot ? `${hot.name}  ${hot.where}` : frame.name, value: frame.value, depth, start })
      this.#addBoxes(boxes, frame.children, depth + 1, start)
      start += frame.value
    }
  }

  /** Draws as many rows as the place has room for, the same number of the deepest rows less in both graphs. */
  fit () {
    const rem = Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize)
    const gap = rem / 2
    const room = this.place.clientHeight - gap * this.graphs.length
    const mostRows = Math.floor(room / (ROW_REM.least * rem))
    const shown = limitRows(this.graphs.map(({ rows }) => rows), mostRows)
    const height = Math.min(ROW_REM.most * rem, room / shown.reduce((sum, rows) => sum + rows, 0))
    for (const [index, { boxes, place }] of this.graphs.entries()) {
      place.style.height = `${height * shown[index]}px`
      place.style.lineHeight = `${height - 2}px`
      const drawn = boxes.filter(({ depth }) => depth < shown[index])
      place.replaceChildren(...drawn.map((box) => this.#drawBox(box, { height, rem, graph: index })))
    }
  }

  /** @param {Box} box @param {{ height: number, rem: number, graph: number }} size in pixels; `graph`: its index */
  #drawBox (box, { height, rem, graph }) {
    const kind = box.frame ? box.frame.frame.kind : 'whole'
    const className = ['call', kind, box.frame && this.findHot(box.frame) && 'found'].filter(Boolean).join(' ')
    const isWide = !box.frame || box.value / this.scale * this.place.clientWidth > NAMED_REM * rem
    // the name of a whole program stands beside its box if that is short
    const isShort = !box.frame && box.value < this.scale / 2
    const drawn = createElement('div', { className, textContent: isWide && !isShort ? box.name : '' })
    if (isShort) drawn.append(createElement('span', { className: 'beside', textContent: box.name }))
    Object.assign(drawn.style, { left: `${100 * box.start / this.scale}%`, width: `${100 * box.value / this.scale}%`, top: `${box.depth * height}px`, height: `${height}px` })
    Object.assign(drawn.dataset, { graph, box: this.graphs[graph].boxes.indexOf(box) })
    return drawn
  }

  /** @param {HTMLElement} target below the pointer */
  #showDetails ({ dataset }) {
    const { side, boxes } = this.graphs[Number(dataset.graph)] ?? {}
    const { frame: node, value = 0 } = boxes?.[Number(dataset.box)] ?? {}
    if (!node || !side) return this.#showLegend()
    const { frame, children } = node
    const self = Math.max(0, value - children.reduce((sum, child) => sum + child.value, 0))
    const [line, text] = frame.hotText ? [frame.hotLine, frame.hotText] : [frame.line, frame.text]
    this.details.replaceChildren(
      createElement('p', {}, [createElement('b', { textContent: frame.name }), ` ${frame.where}: ${formatDuration(value)}, ${formatShare(value / side.total)} of ${formatProgramName(side)}; ${formatDuration(self)} of its own`]),
      createElement('p', {}, text ? [createElement('code', { textContent: `${line}  ${text}` }), ...frame.hotText ? [' ← hottest line'] : []] : [])
    )
  }

  #showLegend () {
    const kinds = { found: 'the frame to look for', own: 'the lab\'s code', dependency: 'dependencies', node: 'Node', v8: 'V8 and native code' }
    this.details.replaceChildren(createElement('p', { className: 'kinds' }, Object.entries(kinds).map(([kind, says]) => createElement('span', {}, [createElement('i', { className: `call ${kind}` }), says]))), this.origin)
  }
}

/** @param {number[]} rows of each graph @param {number} most in all @returns {number[]} the highest graphs lose their deepest rows first */
function limitRows (rows, most) {
  const shown = [...rows]
  while (shown.reduce((sum, count) => sum + count, 0) > Math.max(most, rows.length)) shown[shown.indexOf(Math.max(...shown))]--
  return shown
}

/** @param {HeapSummary} data @returns {HTMLElement[]} what each program leaves in memory, as bars on one scale */
function renderHeap ({ sides }) {
  const most = Math.max(1, ...sides.flatMap(({ rows }) => rows.map(({ retainedBytes }) => retainedBytes)))
  return sides.map(({ variant, label, finding, rows }, index) => createElement('section', { className: 'heap' }, [
    createElement('h2', {}, [`${label || variant} `, createElement('span', { className: 'quiet', textContent: 'what the load left on the heap' })]),
    createElement('table', {}, rows.map(({ name, grown, retainedBytes, size }) => createElement('tr', {}, [
      createElement('th', { scope: 'row', textContent: name }),
      createElement('td', { className: 'number', textContent: `+${groupDigits(grown)} ${grown === 1 ? 'object' : 'objects'}` }),
      createElement('td', { className: 'number', textContent: size }),
      createElement('td', { className: 'bars' }, [createElement('div', { className: 'costs' }, [makeBar(index ? 'second' : 'first', retainedBytes / most)])]),
    ]))),
    createElement('p', { className: 'large', textContent: finding }),
  ]))
}
