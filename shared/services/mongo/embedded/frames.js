/** What `hello` promises: a longer message ends its connection. */
export const MAX_MESSAGE_BYTES = 48_000_000
const HEADER_BYTES = 16

/** Bytes that are no message; the connection they came on cannot be read any further. */
export class MalformedMessage extends Error {
  /** @param {string} message */
  constructor (message) {
    super(message)
    this.name = 'MalformedMessage'
  }
}

/** Cuts the byte stream of one socket into whole messages. */
export class Frames {
  /** @type {Buffer[]} */
  #chunks = []
  #length

  constructor () {
    this.#length = 0
  }

  /**
   * @param {Buffer} chunk
   * @returns {Generator<Buffer, void>} every message that is complete now
   * @throws {MalformedMessage} on a length that no message can have
   */
  * push (chunk) {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= 4) {
      if (this.#chunks[0].length < 4) this.#join()
      const size = this.#chunks[0].readInt32LE(0)
      if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) {
        throw new MalformedMessage(`message msgLen ${size} is invalid. Min ${HEADER_BYTES} Max: ${MAX_MESSAGE_BYTES}`)
      }
      if (this.#length < size) return
      yield this.#take(size)
    }
  }

  #join () {
    this.#chunks = [Buffer.concat(this.#chunks)]
  }

  /** @param {number} size */
  #take (size) {
    // joined once when the message is whole: joining on every chunk would be quadratic for 48 MB
    if (this.#chunks.length > 1) this.#join()
    const [bytes] = this.#chunks
    this.#length -= size
    this.#chunks = this.#length > 0 ? [bytes.subarray(size)] : []
    return bytes.subarray(0, size)
  }
}
