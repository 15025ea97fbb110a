import { MOST_OF_ONE, MOST_PAGES, OTHERS_SHARE, isHere } from './visitors.js'

/** A page for which there is no room asks again after so long. */
const FULL_MS = 5000

/** A page that hears nothing for longer thinks that the server has died. */
const BEAT_MS = 2000

/** A page that has not read what was sent for this long is gone. */
const DEAF_MS = 20_000

/** The pages that are open, each of which is told what there is to show. */
export class Pages {
  /** @type {Map<import('node:http').ServerResponse, { address: string, readAt: number }>} */
  #open = new Map()
  #beat = setInterval(() => this.tell(), BEAT_MS).unref()

  /** @param {() => object} stateNow */
  constructor (stateNow) {
    this.stateNow = stateNow
  }

  /** @param {string} address of who asks @param {import('node:http').ServerResponse} page @param {import('node:http').OutgoingHttpHeaders} headers */
  open (address, page, headers) {
    page.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    // told as an event: an EventSource does not show its page the status of a refusal
    if (this.#isFullFor(address)) return page.end(`retry: ${FULL_MS}\n\nevent: full\ndata: {}\n\n`)
    page.write(`retry: 500\n\n${this.#message()}`)
    this.#open.set(page, { address, readAt: Date.now() })
    page.on('close', () => this.#open.delete(page))
  }

  /** @param {string} address */
  #isFullFor (address) {
    if (this.#open.size >= MOST_PAGES) return true
    if (isHere(address)) return false
    const others = [...this.#open.values()].map((known) => known.address).filter((one) => !isHere(one))
    return others.length >= OTHERS_SHARE * MOST_PAGES || others.filter((one) => one === address).length >= MOST_OF_ONE / 2
  }

  tell () {
    const text = this.#message()
    for (const [page, known] of this.#open) {
      // one that does not read what it is sent hears of the next state, or of none any more
      if (page.writableNeedDrain) {
        if (Date.now() - known.readAt > DEAF_MS) page.destroy()
        continue
      }
      known.readAt = Date.now()
      page.write(text)
    }
  }

  end () {
    clearInterval(this.#beat)
    for (const page of this.#open.keys()) page.end()
  }

  #message () {
    return `data: ${JSON.stringify(this.stateNow())}\n\n`
  }
}
