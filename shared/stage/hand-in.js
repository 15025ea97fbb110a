import { createHmac } from 'node:crypto'
import { extname } from 'node:path'
import { findAttemptPaths } from '@hotpath-labs/lab/project/project.js'
import { findFileTypeFault, findPersonNameFault } from './handed-in-files.js'

/** @import { BoardJudge } from './board.js' */

/** Letters and digits of a code, without those that look alike on a projector, and without vowels, which make words. */
const SYMBOLS = '3479CDFGHJKMNPQRTVWXY'
const CODE_LENGTH = 6

/** Largest numbers for each address and minute: a room may have one address, and twenty people who mistype or hand in twice. */
const MOST = { guesses: 30, files: 60 }
const MINUTE_MS = 60_000

/** Largest number of files on a board that still takes new names. */
const MOST_NAMES = 60

/** A file from the network was refused. */
class Refusal extends Error {
  /** @param {number} status of HTTP @param {string} message */
  constructor (status, message) {
    super(message)
    this.status = status
  }
}

/** Takes files over the network, from people who know the code that the instructor shows. */
export class HandIn {
  /** @type {Map<string, { until: number, guesses: number, files: number }>} by address */
  #senders = new Map()

  /**
   * @param {BoardJudge} board
   * @param {string} secret
   * @param {{ now?: () => number }} [how]
   */
  constructor (board, secret, { now = Date.now } = {}) {
    this.board = board
    this.secret = secret
    this.now = now
    // the code stays for a day, so that `pnpm demo` can be started again, and is the same for all labs of a workshop
    this.code = makeCode(this.#sign(`code of ${new Date(now()).toDateString()}`))
  }

  /**
   * @param {{ code: string, name: string, file: string, text: string, receipt?: string }} sent
   * @param {string} address of the sender
   * @returns {{ status: number, error?: string, who?: string, receipt?: string }} `receipt`: lets its owner replace the file
   */
  take (sent, address) {
    try {
      return { status: 200, ...this.#accept(sent, this.#findSender(address)) }
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, error: error.message }
      throw error
    }
  }

  /** @param {Parameters<HandIn['take']>[0]} sent @param {{ guesses: number, files: number }} sender */
  #accept ({ code, name: typed, file, text, receipt }, sender) {
    if (sender.guesses >= MOST.guesses) throw new Refusal(429, 'too many wrong codes from your address: wait a minute')
    if (code.toUpperCase().replace(/[\s-]/g, '') !== this.code) {
      sender.guesses++
      throw new Refusal(403, 'this is not the code that the instructor shows')
    }
    if (++sender.files > MOST.files) throw new Refusal(429, 'too many files from your address: wait a minute')
    const name = typed.normalize('NFC').trim()
    const nameFault = findPersonNameFault(name)
    if (nameFault) throw new Refusal(409, `${JSON.stringify(name.slice(0, 40))} ${nameFault}`)
    const fileFault = findFileTypeFault(file, text)
    if (fileFault) throw new Refusal(409, `your file ${fileFault}`)
    if (!text.trim()) throw new Refusal(409, 'your file is empty')
    const known = this.board.findOwner(name)
    const proof = this.#sign(`receipt of ${name.toLowerCase()}`)
    if (known !== undefined && receipt !== proof) throw new Refusal(409, `${known} has handed in already: choose another name, for example ${name}-2`)
    if (known === undefined && this.board.state.entries.length >= MOST_NAMES) throw new Refusal(409, `the board is full: it has ${MOST_NAMES} files`)
    const who = known ?? name
    const wrong = this.board.take(`${who}${extname(findAttemptPaths(this.board.lab).file)}`, text)
    if (wrong) throw new Refusal(409, wrong)
    return { who, receipt: proof }
  }

  /** @param {string} address */
  #findSender (address) {
    const now = this.now()
    for (const [other, { until }] of this.#senders) if (until <= now) this.#senders.delete(other)
    const sender = this.#senders.get(address) ?? { until: now + MINUTE_MS, guesses: 0, files: 0 }
    this.#senders.set(address, sender)
    return sender
  }

  /** @param {string} text */
  #sign (text) {
    return createHmac('sha256', this.secret).update(text).digest('hex')
  }
}

/** @param {string} hash in hexadecimal digits @returns {string} such as C7KX4M */
function makeCode (hash) {
  const bytes = [...Buffer.from(hash, 'hex')].slice(0, CODE_LENGTH)
  return bytes.map((byte) => SYMBOLS[byte % SYMBOLS.length]).join('')
}
