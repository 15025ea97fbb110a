/** Maximum size of a message in bytes. The reply to `hello` reports this limit. The server closes a connection with a longer message. */
export const MAX_MESSAGE_BYTES = 48_000_000
const HEADER_BYTES = 16

/** Error for bytes that are no MongoDB message. It makes a connection useless: nobody knows where the next message starts. */
export class MalformedMessageError extends Error {
  name = 'MalformedMessageError'
}

/** Splits the byte stream of one socket into MongoDB messages. */
export class MessageSplitter {
  /** @type {Buffer[]} */
  #chunks = []
  #length = 0

  #joinChunks () {
    this.#chunks = [Buffer.concat(this.#chunks)]
  }

  /**
   * Adds a chunk and yields every message that is now complete.
   *
   * @param {Buffer} chunk
   * @returns {Generator<Buffer, void>}
   * @throws {MalformedMessageError} on a length that no message can have
   */
  * push (chunk) {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= 4) {
      if (this.#chunks[0].length < 4) this.#joinChunks()
      const size = this.#chunks[0].readInt32LE(0)
      if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) {
        throw new MalformedMessageError(`message msgLen ${size} is invalid. Min ${HEADER_BYTES} Max: ${MAX_MESSAGE_BYTES}`)
      }
      if (this.#length < size) return
      yield this.#takeBytes(size)
    }
  }

  /** @param {number} size */
  #takeBytes (size) {
    // joins chunks once per message, because joining at every chunk would take quadratic time for messages of up to 48 MB
    if (this.#chunks.length > 1) this.#joinChunks()
    const [bytes] = this.#chunks
    this.#length -= size
    this.#chunks = this.#length > 0 ? [bytes.subarray(size)] : []
    return bytes.subarray(0, size)
  }
}
