/** @import { OutgoingHttpHeaders, ServerResponse } from 'node:http' */

/** Interval in ms at which the server sends every page a message. A page that gets no messages looks for a new server. */
const BEAT_MS = 2000

/** Keeps the connections of all open pages of `pnpm demo`, and sends each page the state whenever the state changes. */
export class PageConnections {
  /** @type {Set<ServerResponse>} */
  #open = new Set()
  #beat = setInterval(() => this.update(), BEAT_MS).unref()

  /** @param {() => object} readState */
  constructor (readState) {
    this.readState = readState
  }

  /** @param {ServerResponse} page @param {OutgoingHttpHeaders} headers */
  add (page, headers) {
    page.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    page.write(`retry: 500\n\n${this.#message()}`)
    this.#open.add(page)
    page.on('close', () => this.#open.delete(page))
  }

  update () {
    const text = this.#message()
    // skips a page that does not read its messages, because unread messages would fill the memory. The page gets a later state.
    for (const page of this.#open) if (!page.writableNeedDrain) page.write(text)
  }

  end () {
    clearInterval(this.#beat)
    for (const page of this.#open) page.end()
  }

  #message () {
    return `data: ${JSON.stringify(this.readState())}\n\n`
  }
}
