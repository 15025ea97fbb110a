import { setTimeout as sleep } from 'node:timers/promises'
import colors from 'picocolors'
import plot from 'simple-ascii-chart'
import { formatMegabytes } from '@hotpath-labs/terminal/numbers.js'

/** @import { Sample } from '@hotpath-labs/engine/worker/index.cjs' */

/** Fields of process.memoryUsage() to draw, with the colours of their lines. */
const LINES = /** @type {const} */ ([
  { name: 'rss', color: 'red', ansi: 'ansiRed' },
  { name: 'heapTotal', color: 'yellow', ansi: 'ansiYellow' },
  { name: 'heapUsed', color: 'green', ansi: 'ansiGreen' },
  { name: 'external', color: 'cyan', ansi: 'ansiCyan' },
])

const TICKS_PER_AXIS = 5

/** Width in columns that simple-ascii-chart adds for the y axis and its numbers. */
const AXIS_COLUMNS = 8

/** Height in rows that simple-ascii-chart and the legend add to the graph. */
const AXIS_ROWS = 6

const MIN_COLUMNS = 20
const MIN_ROWS = 4

/** @typedef {Pick<Sample, 'ms' | 'rss' | 'heapTotal' | 'heapUsed' | 'external'>} Memory */

/**
 * Draws memory over time as a text graph, with the latest figures below the graph.
 *
 * @param {Memory[]} samples at least one, in order of time
 * @param {{ columns: number, rows: number, color: boolean }} terminal
 * @returns {string}
 */
export function drawMemoryGraph (samples, { columns, rows, color }) {
  const paint = colors.createColors(color)
  const width = Math.max(MIN_COLUMNS, columns - AXIS_COLUMNS)
  const shown = thinSamples(samples, width)
  const latest = samples[samples.length - 1]
  const maxMegabytes = Math.max(...samples.map(({ rss }) => rss)) / 1e6
  /** @type {[number, number][][]} */
  const curves = LINES.map(({ name }) => shown.map((sample) => [sample.ms / 1000, sample[name] / 1e6]))
  const graph = plot(curves, {
    width,
    height: Math.max(MIN_ROWS, rows - AXIS_ROWS),
    yRange: [0, maxMegabytes],
    customXAxisTicks: spreadTicks(latest.ms / 1000),
    customYAxisTicks: spreadTicks(maxMegabytes),
    formatter: (value, { axis }) => axis === 'y' ? `${Math.round(value)} MB` : `${value < 10 ? value.toFixed(1) : Math.round(value)} s`,
    ...(color && { color: LINES.map(({ ansi }) => ansi) }),
  })
  // highest line first, so that the legend works without colour
  const legend = LINES.toSorted((one, other) => latest[other.name] - latest[one.name]).map(({ name, color }) => `${paint[color](name)} ${formatMegabytes(latest[name])}`).join('  ')
  return `${graph.split('\n').map((line) => line.trimEnd()).filter(Boolean).join('\n')}\nfrom the top: ${legend}`
}

/** @param {number} max @returns {number[]} from 0 to the maximum */
function spreadTicks (max) {
  return Array.from({ length: TICKS_PER_AXIS }, (_, index) => max * index / (TICKS_PER_AXIS - 1))
}

/** @param {Memory[]} samples @param {number} count at most @returns {Memory[]} evenly spread, with the latest */
function thinSamples (samples, count) {
  const step = Math.ceil(samples.length / count)
  return samples.filter((_, index) => index % step === 0 || index === samples.length - 1)
}

const ESC = '\u001b['

/** Shows text on the terminal's alternate screen, and restores the normal screen at the end. */
class AlternateScreen {
  #isOpen = true

  /** @param {(key: string) => void} onKey Ctrl-C arrives as `\u0003` */
  constructor (onKey) {
    this.restore = this.restore.bind(this)
    this.onData = (/** @type {Buffer} */ data) => onKey(data.toString())
    process.stdout.write(`${ESC}?1049h${ESC}?25l`)
    if (process.stdin.isTTY) process.stdin.setRawMode(true).on('data', this.onData)
    process.on('exit', this.restore)
  }

  /** @param {string} text of at most the terminal's number of lines */
  draw (text) {
    process.stdout.write(`${ESC}H${text.split('\n').map((line) => `${line}${ESC}K`).join('\r\n')}${ESC}J`)
  }

  restore () {
    if (!this.#isOpen) return
    this.#isOpen = false
    process.off('exit', this.restore)
    if (process.stdin.isTTY) process.stdin.setRawMode(false).off('data', this.onData).pause()
    process.stdout.write(`${ESC}?25h${ESC}?1049l`)
  }
}

const CTRL_C = '\u0003'

/** Shows memory over time as a graph in a terminal, redrawn at each sample. */
export class MemoryGraphView {
  /** interval of redraws in ms: five a second, so that the graph moves */
  everyMs = 200
  isInterrupted = false
  /** @type {Sample[]} */
  samples = []
  /** @type {AlternateScreen | undefined} */
  screen = undefined
  #endsAfterMs = 0

  /** @param {string} title */
  constructor (title) {
    this.title = title
  }

  /** @param {Sample} sample */
  show (sample) {
    this.samples.push(sample)
    this.screen?.draw(`${this.#draw()}\nIt ends after ${Math.round(this.#endsAfterMs / 1000)} s. q ends it now.`)
  }

  /** @param {number} ms @returns {Promise<void>} resolves after this time, or at q or Ctrl-C */
  ended (ms) {
    this.#endsAfterMs = ms
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.screen = new AlternateScreen((key) => {
        this.isInterrupted = key === CTRL_C
        if (!this.isInterrupted && key !== 'q') return
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** Restores the terminal, and prints the last graph. */
  close () {
    if (!this.screen) return
    this.screen.restore()
    this.screen = undefined
    if (this.samples.length) process.stdout.write(`${this.#draw()}\n`)
  }

  #draw () {
    // leaves three rows free: the title, the line about the key q, and an empty row
    const { columns = 80, rows = 24 } = process.stdout
    return `${this.title.slice(0, columns)}\n${drawMemoryGraph(this.samples, { columns, rows: rows - 3, color: !process.env.NO_COLOR })}`
  }
}

/** Prints one line of memory figures per second, for output that is not a terminal. */
export class MemoryLogView {
  everyMs = 1000
  isInterrupted = false

  /** @param {Sample} sample */
  show ({ ms, rss, heapTotal, heapUsed, external }) {
    const figures = Object.entries({ rss, heapTotal, heapUsed, external }).map(([name, bytes]) => `${name} ${formatMegabytes(bytes)}`)
    process.stdout.write(`${[`${(ms / 1000).toFixed(0)} s`, ...figures].join('  ')}\n`)
  }

  /** @param {number} ms @returns {Promise<void>} */
  ended (ms) {
    return sleep(ms)
  }

  close () {}
}
