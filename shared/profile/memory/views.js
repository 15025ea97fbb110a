import { setTimeout as sleep } from 'node:timers/promises'
import { formatMegabytes } from 'hotpath/report'
import { drawMemoryGraph } from './graph.js'
import { AlternateScreen } from './screen.js'

/** @import { Sample } from 'hotpath/worker' */

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

  /** @param {string} title */
  constructor (title) {
    this.title = title
  }

  /** @param {Sample} sample */
  show (sample) {
    this.samples.push(sample)
    this.screen?.draw(`${this.#draw()}\nq ends watch-memory`)
  }

  /** @param {number} ms @returns {Promise<void>} resolves after this time, or at q or Ctrl-C */
  ended (ms) {
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
