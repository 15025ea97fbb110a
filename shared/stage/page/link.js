/** The server sends something every two seconds; a page that hears nothing for longer has lost it. */
const SILENT_MS = 5000

/** What is wrong where there is none. */
export const UNREACHABLE = 'The server cannot be reached: start pnpm demo again, and this page finds it.'

/** The way to the server: it tells the state, and is told what to do. */
export class Link {
  /** @param {(state: any) => void} onState @param {(isLost: boolean) => void} onLost when it is lost, and when it is there again */
  constructor (onState, onLost) {
    this.onState = onState
    this.onLost = onLost
    // it is behind the # of the address, which no browser sends to a server
    this.token = window.location.hash.slice(1)
    this.isLost = false
    this.#open()
  }

  #open () {
    const source = new window.EventSource('/events')
    let heard = Date.now()
    source.onmessage = ({ data }) => {
      heard = Date.now()
      this.#lost(false)
      this.onState(JSON.parse(data))
    }
    source.onerror = () => this.#lost(true)
    // a server that is refused for good, or silent while a lid was closed, is looked for anew
    const watch = setInterval(() => {
      const isSilent = Date.now() - heard > SILENT_MS
      if (isSilent) this.#lost(true)
      if (source.readyState !== window.EventSource.CLOSED && !isSilent) return
      clearInterval(watch)
      source.close()
      this.#open()
    }, 1000)
  }

  /** @param {boolean} isLost */
  #lost (isLost) {
    if (isLost === this.isLost) return
    this.isLost = isLost
    this.onLost(isLost)
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
