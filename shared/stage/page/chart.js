import { boundOf, counting, times } from 'hotpath/words'

/** Ratios at which the scale has a line, the roundest first. */
const TICKS = [1, 10, 100, 1000, 10000, 0.1, 2, 5, 20, 50, 200, 500, 2000, 5000, 0.2, 0.5, 3, 7, 30, 70, 1.5, 15, 0.8, 1.2]

/** More lines than these on the scale say no more. */
const MOST_TICKS = 8

/** Between two lines of the scale, in heights of a letter: their labels must not touch. */
const TICK_SPACE = 1.8

/** Drawing this is half of what the page costs, and people see no more with a tenth of a second between pictures than with four. */
const REDRAW_MS = 400

/** A canvas knows no style sheet: it asks whenever it is drawn. @param {string} name */
const colour = (name) => () => window.getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)

/** Pairs closing in on a ratio, over the seconds of a run, between what the lab asks for and what was published. */
export class Chart {
  /** @type {any} */
  #drawn
  /** @type {any[][]} */
  #data = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #redraw
  range = [1, 10]
  /** @type {any[]} */
  pairs = []

  /** @param {any} claim */
  constructor (claim) {
    this.claim = claim
    this.place = document.createElement('div')
    this.place.className = 'chart'
    this.place.setAttribute('role', 'img')
    // it has the room that what stands around it leaves, and that changes as a run goes on
    this.observer = new window.ResizeObserver(() => this.#size())
    this.observer.observe(this.place)
  }

  close () {
    this.observer.disconnect()
    clearTimeout(this.#redraw)
    this.#drawn?.destroy()
  }

  /** @param {{ blocks: [number, number][], pairs: any[] }} line @param {number} seconds */
  show ({ blocks, pairs }, seconds) {
    const { floor, within } = this.claim
    const published = publishedIn(this.claim)
    const end = Math.max(1, seconds)
    const at = [...new Set([0, ...blocks.map(([time]) => time), ...pairs.map(([time]) => time), end])].sort((a, b) => a - b)
    const column = (/** @type {Map<number, number | null>} */ known) => at.map((time) => known.get(time) ?? null)
    const all = (/** @type {number | null} */ ratio) => at.map(() => ratio)
    const of = (/** @type {number} */ index) => column(new Map(pairs.map((pair) => [pair[0], pair[index]])))
    this.pairs = pairs
    this.#data = [at, column(new Map(blocks)), of(1), of(2), all(within ? 1 + within : floor), all(within ? 1 / (1 + within) : null), all(published?.ratio ?? null)]
    const last = pairs[pairs.length - 1]
    const seen = [1, floor, published?.ratio, ...(within ? [1 / (1 + within), 1 + within] : []), ...pairs.flatMap(([, pair, ratio]) => [pair, ratio]), ...(last ?? []).slice(3)].filter((one) => one > 0)
    if (!last) seen.push(...blocks.map(([, ratio]) => ratio))
    this.range = [Math.min(...seen) * 0.8, Math.max(...seen) * 1.3]
    this.place.setAttribute('aria-label', last ? `after ${counting(pairs.length, 'pair')} ${times(last[2])}` : 'no pair yet')
    if (!this.#drawn && this.place.clientWidth) this.#draw()
    else this.#redraw ??= setTimeout(() => this.#show(), REDRAW_MS)
  }

  #show () {
    this.#redraw = undefined
    this.#drawn?.setData(this.#data)
  }

  #draw () {
    const size = this.#measures()
    const font = `${size.font}px system-ui`
    const axis = { stroke: colour('ink'), grid: { stroke: colour('rule'), width: 1 }, ticks: { stroke: colour('rule'), width: 1 }, font }
    const line = (/** @type {string} */ stroke, /** @type {number[]} */ dash = []) => ({ stroke: colour(stroke), width: 3, dash, points: { show: false }, spanGaps: true })
    const dots = (/** @type {string} */ stroke, /** @type {number} */ across, /** @type {string} */ fill) => ({ stroke: colour(stroke), paths: () => null, points: { show: true, size: across, stroke: colour(stroke), fill: colour(fill), width: 2 } })
    // eslint-disable-next-line new-cap -- that is its name
    this.#drawn = new /** @type {any} */ (globalThis).uPlot({
      width: size.width,
      height: size.height,
      legend: { show: false },
      // half of the last label of an axis stands beyond its end
      padding: [size.font, size.font * 1.5, null, null],
      cursor: { show: false },
      scales: { x: { time: false, range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [0, high] }, y: { distr: 3, range: () => this.range } },
      axes: [
        { ...axis, values: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks.map((tick) => `${tick} s`), size: size.font * 2.4, space: size.font * 5 },
        { ...axis, values: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks.map(times), splits: (/** @type {any} */ { bbox }) => ticksIn(this.range, bbox.height / window.devicePixelRatio / size.font / TICK_SPACE), filter: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks, size: (/** @type {any} */ _, /** @type {string[] | null} */ labels) => axisWidth(labels ?? [], size.font) },
      ],
      series: [
        {},
        dots('line', size.font * 0.35, 'line'),
        dots('ink', size.font * 0.75, 'paper'),
        { ...line('ink'), points: { show: true, size: size.font * 0.5, fill: colour('ink') } },
        line('first', [14, 7]),
        line('first', [14, 7]),
        line('second', [3, 6]),
      ],
      hooks: { drawSeries: [(/** @type {any} */ chart, /** @type {number} */ series) => { if (series === 1) this.#intervals(chart) }], draw: [(/** @type {any} */ chart) => this.#label(chart, font)] },
    }, this.#data, this.place)
  }

  /** After each pair, between which ratios the true one is. @param {any} chart */
  #intervals ({ ctx, bbox, valToPos }) {
    const width = 6 * window.devicePixelRatio
    ctx.save()
    ctx.beginPath()
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    ctx.clip()
    ctx.fillStyle = colour('line')()
    for (const [seconds,,, low, high] of this.pairs) {
      if (low === null || high === null) continue
      const [x, top, bottom] = [valToPos(seconds, 'x', true), valToPos(high, 'y', true), valToPos(low, 'y', true)]
      ctx.fillRect(x - width / 2, top, width, bottom - top)
      for (const y of [top, bottom]) ctx.fillRect(x - 2 * width, y - width / 4, 4 * width, width / 2)
    }
    ctx.restore()
  }

  /** Names of the lines where they are, so that nobody has to look them up. @param {any} chart @param {string} font */
  #label ({ ctx, bbox, valToPos }, font) {
    const { floor, within } = this.claim
    const published = publishedIn(this.claim)
    const ratio = window.devicePixelRatio
    ctx.save()
    ctx.font = font.replace(/^[\d.]+/, (size) => String(Number(size) * ratio))
    ctx.textAlign = 'left'
    const lines = [
      ...(within ? [{ text: boundOf(this.claim), at: 1 + within, paint: 'first' }] : floor === null ? [] : [{ text: boundOf(this.claim), at: floor, paint: 'first' }]),
      ...(published ? [{ text: `published ${times(published.ratio)}`, at: published.ratio, paint: 'second' }] : []),
    ].map((line) => ({ ...line, y: valToPos(line.at, 'y', true) }))
    const sides = labelSides(lines.map(({ y }) => y), bbox.top + bbox.height, (Number.parseFloat(font) + 6) * ratio)
    for (const [index, { text, y, paint }] of lines.entries()) {
      const isBelow = sides[index] === 'below'
      ctx.textBaseline = isBelow ? 'top' : 'bottom'
      ctx.fillStyle = colour(paint)()
      // on the left: at the right end stands the last interval
      ctx.fillText(text, bbox.left + 8 * ratio, y + (isBelow ? 6 : -3) * ratio)
    }
    ctx.restore()
  }

  #measures () {
    return { width: this.place.clientWidth, height: Math.max(120, this.place.clientHeight), font: 0.75 * Number.parseFloat(window.getComputedStyle(document.documentElement).fontSize) }
  }

  #size () {
    const { width, height } = this.#measures()
    if (this.#drawn?.width === width && this.#drawn.height === height) return
    // fonts and dots are of the root's size, which has changed too
    this.#drawn?.destroy()
    this.#drawn = undefined
    this.place.replaceChildren()
    if (this.place.clientWidth && this.#data.length) this.#draw()
  }
}

/** @param {string[]} labels @param {number} font @returns {number} in pixels; between a label and the chart, uPlot leaves 15 */
function axisWidth (labels, font) {
  return Math.max(4 * font, 15 + 0.7 * font * Math.max(0, ...labels.map(({ length }) => length)))
}

/**
 * The lines of a scale of ratios.
 *
 * @param {number[]} range lowest and highest ratio
 * @param {number} room how many lines have room
 * @returns {number[]}
 */
export function ticksIn ([low, high], room) {
  const least = Math.log(high / low) / Math.min(room, MOST_TICKS)
  /** @type {number[]} */
  const ticks = []
  for (const tick of TICKS) {
    if (tick >= low && tick <= high && ticks.every((other) => Math.abs(Math.log(tick / other)) >= least)) ticks.push(tick)
  }
  return ticks.sort((a, b) => a - b)
}

/**
 * Puts each label on one side of its line, so that two labels do not overlap.
 *
 * @param {number[]} ys of the lines, from the top
 * @param {number} bottom of the chart
 * @param {number} height of a label
 * @returns {('above' | 'below')[]}
 */
export function labelSides (ys, bottom, height) {
  const highest = ys.indexOf(Math.min(...ys))
  return ys.map((y, index) => {
    const hasRoomAbove = index === highest || y - ys[highest] >= height
    return hasRoomAbove && (index === highest || y + height > bottom) ? 'above' : 'below'
  })
}

/** @param {any} claim @returns {any} what a text published, where it answers the claim's own question */
function publishedIn ({ published }) {
  return published?.asks === 'the same' ? published : null
}
