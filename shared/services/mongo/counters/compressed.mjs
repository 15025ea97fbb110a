import { inflateSync } from 'node:zlib'

const OP_COMPRESSED = 2012
/**
 * Functions that decompress a message. The keys are the numbers of the compressors in MongoDB's protocol.
 * @type {Record<number, (bytes: Buffer) => Buffer>}
 */
const DECOMPRESS = { 0: (bytes) => bytes, 2: (bytes) => inflateSync(bytes) }

/**
 * @param {Buffer} message if compressed, with the opcode, the size and the compressor of its content after the header
 * @returns {Buffer} the message without compression
 * @throws {Error} when this process cannot decompress it
 */
export function decompressMessage (message) {
  if (message.readInt32LE(12) !== OP_COMPRESSED) return message
  const decompressBody = DECOMPRESS[message[24]]
  if (!decompressBody) {
    throw new Error('messages compressed with snappy or zstd cannot be counted: remove the option compressors from MONGODB_URL, or set compressors=zlib')
  }
  const body = decompressBody(message.subarray(25))
  // leaves the compressed message's length in the header, although the message is longer now: nobody reads the length again
  return Buffer.concat([message.subarray(0, 12), message.subarray(16, 20), body])
}
