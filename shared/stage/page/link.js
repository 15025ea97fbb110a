/** Time in ms without a message after which the server counts as lost. The server sends its state at least every two seconds. */
const SILENT_MS = 5000

const UNREACHABLE = 'The server does not answer. Type pnpm demo again: this page then connects to the new server.'

/** Connection of a page to the server, which sends states and receives the user's actions. */
export class ServerConnection {
  #isLost = false

  /**
   * @param {(state: any) => void} onState
   * @param {(isLost: boolean, state?: any) => void} onLost when the server is lost, and before the first state of one that is there again
   * @param {string} [unreachable] what to do if an action does not reach the server
   */
  constructor (onState, onLost, unreachable = UNREACHABLE) {
    this.unreachable = unreachable
    this.onState = onState
    this.onLost = onLost
    // reads the token after the # of the address, because browsers do not send this part of an address to a server
    this.token = window.location.hash.slice(1)
    this.#open()
  }

  #open () {
    const source = new window.EventSource('/events')
    let heard = Date.now()
    source.onmessage = ({ data }) => {
      heard = Date.now()
      const state = JSON.parse(data)
      this.#lose(false, state)
      this.onState(state)
    }
    source.onerror = () => this.#lose(true)
    // opens a new EventSource, because the old one does not reconnect after the server refused it, or after the laptop was closed
    const watch = setInterval(() => {
      const isSilent = Date.now() - heard > SILENT_MS
      if (source.readyState !== window.EventSource.CLOSED && !isSilent) return
      this.#lose(true)
      clearInterval(watch)
      source.close()
      this.#open()
    }, 1000)
  }

  /** @param {boolean} isLost @param {any} [state] of the server that is there again */
  #lose (isLost, state) {
    if (isLost === this.#isLost) return
    this.#isLost = isLost
    this.onLost(isLost, state)
  }

  /**
   * @param {'move' | 'run' | 'play' | 'stop' | 'profile' | 'judge' | 'drop'} what
   * @param {object} [body]
   * @returns {Promise<string>} why it was refused; empty if it was not
   */
  async send (what, body) {
    return (await this.post(what, body)).error ?? ''
  }

  /** @param {string} what @param {object} [body] @returns {Promise<any>} the answer, with `error` if it is a refusal */
  async post (what, body) {
    return this.#ask(what, { method: 'POST', headers: body && { 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
  }

  /** @param {string} what @returns {Promise<any>} the answer, with `error` if it is a refusal */
  async read (what) {
    return this.#ask(what)
  }

  /** @param {string} what @param {RequestInit} [how] */
  async #ask (what, how) {
    try {
      const answer = await window.fetch(`/${what}`, { ...how, headers: { 'x-stage-token': this.token, ...how?.headers } })
      if (answer.status === 204) return {}
      const { error, message, ...rest } = await answer.json()
      return answer.ok ? rest : { error: message ?? error }
    } catch {
      return { error: this.unreachable }
    }
  }
}
