import { memoryGraph } from './graph.js'
import { megabytes } from 'hotpath/report'
import { Screen } from './screen.js'

/** Often enough for the graph to move; seldom enough for a log to be read. */
const EVERY_MS = { drawn: 200, written: 1000 }

/** @typedef {import('hotpath/worker').Sample} Sample */

/** At a terminal: one graph, drawn again and again. */
export class Graph {
  everyMs = EVERY_MS.drawn
  isInterrupted = false
  /** @type {Sample[]} */
  samples = []
  /** @type {Screen | undefined} */
  screen = undefined

  /** @param {string} title */
  constructor (title) {
    this.title = title
    /** @type {() => void} */
    this.stop = () => {}
  }

  /** @param {Sample} sample */
  show (sample) {
    this.samples.push(sample)
    this.screen?.draw(`${this.#picture()}\nq ends watch-memory`)
  }

  /** @param {number} ms @returns {Promise<void>} when the time is over, or somebody has had enough */
  ended (ms) {
    this.screen = new Screen((key) => {
      this.isInterrupted = key === '\u0003'
      if (this.isInterrupted || key === 'q') this.stop()
    })
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.stop = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  close () {
    if (!this.screen) return
    this.screen.restore()
    this.screen = undefined
    if (this.samples.length) process.stdout.write(`${this.#picture()}\n`)
  }

  #picture () {
    // a row each for the title, the line below, and one that stays empty
    const { columns = 80, rows = 24 } = process.stdout
    return `${this.title.slice(0, columns)}\n${memoryGraph(this.samples, { columns, rows: rows - 3, color: !process.env.NO_COLOR })}`
  }
}

/** Anywhere else: a line each second. */
export class Log {
  everyMs = EVERY_MS.written
  isInterrupted = false

  /** @param {Sample} sample */
  show ({ ms, rss, heapTotal, heapUsed, external }) {
    process.stdout.write(`${(ms / 1000).toFixed(0)} s  rss ${megabytes(rss)}  heapTotal ${megabytes(heapTotal)}  heapUsed ${megabytes(heapUsed)}  external ${megabytes(external)}\n`)
  }

  /** @param {number} ms @returns {Promise<void>} */
  ended (ms) {
    return new Promise((resolve) => setTimeout(resolve, ms))
  }

  close () {}
}
