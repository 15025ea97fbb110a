/** The server sends something every two seconds; a page that hears nothing for longer has lost it. */
const SILENT_MS = 5000

/** What is wrong where there is none. */
export const UNREACHABLE = 'The server cannot be reached. Type pnpm demo again, and this page finds it.'

/** @typedef {'' | 'gone' | 'full'} Lost why there is no server: it does not answer, or has no room for this page */

/** The way to the server: it tells the state, and is told what to do. */
export class Link {
  /** @param {(state: any) => void} onState @param {(lost: Lost) => void} onLost when it is lost, and when it is there again */
  constructor (onState, onLost) {
    this.onState = onState
    this.onLost = onLost
    // it is behind the # of the address, which no browser sends to a server
    this.token = window.location.hash.slice(1)
    /** @type {Lost} */
    this.lost = ''
    this.#open()
  }

  #open () {
    const source = new window.EventSource('/events')
    let heard = Date.now()
    let isFull = false
    source.onmessage = ({ data }) => {
      heard = Date.now()
      isFull = false
      this.#lose('')
      this.onState(JSON.parse(data))
    }
    source.addEventListener('full', () => {
      isFull = true
      this.#lose('full')
    })
    source.onerror = () => { if (!isFull) this.#lose('gone') }
    // a server that is refused for good, or silent while a lid was closed, is looked for anew
    const watch = setInterval(() => {
      const isSilent = Date.now() - heard > SILENT_MS
      if (isSilent && !isFull) this.#lose('gone')
      if (source.readyState !== window.EventSource.CLOSED && !isSilent) return
      clearInterval(watch)
      source.close()
      this.#open()
    }, 1000)
  }

  /** @param {Lost} lost */
  #lose (lost) {
    if (lost === this.lost) return
    this.lost = lost
    this.onLost(lost)
  }

  /**
   * @param {'move' | 'run' | 'play' | 'stop' | 'profile' | 'judge' | 'drop'} what
   * @param {object} [body]
   * @returns {Promise<string>} what is wrong, or nothing
   */
  async send (what, body) {
    try {
      const answer = await window.fetch(`/${what}`, { method: 'POST', headers: { 'x-stage-token': this.token, ...(body && { 'content-type': 'application/json' }) }, body: body && JSON.stringify(body) })
      if (answer.ok) return ''
      const { error, message } = await answer.json()
      return message ?? error
    } catch {
      return UNREACHABLE
    }
  }
}
