import zlib from 'node:zlib'
import { decompress } from 'fzstd'
import { HotpathError } from '../failures.js'

/** @typedef {Record<string, string>} Headers of a request */

/** Decoders, by content-encoding. Node's own zstd is in 22.15 and newer only. @type {Record<string, (bytes: Buffer) => Uint8Array>} */
const DECODERS = {
  gzip: (bytes) => decodeAll(zlib.gunzipSync, bytes),
  deflate: (bytes) => decodeAll(zlib.inflateSync, bytes),
  br: (bytes) => decodeAll(zlib.brotliDecompressSync, bytes),
  zstd: decompress,
}

/**
 * Finds the encoding of a response's body, if the request accepts this encoding. Other bodies are compared as they are, because a visitor
 * could not read them.
 *
 * @param {Headers | undefined} headers of the request
 * @param {unknown} encoding header content-encoding of the response
 * @returns {string | undefined}
 */
export function findAcceptedEncoding (headers = {}, encoding) {
  const [, accepted = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'accept-encoding') ?? []
  const names = accepted.toLowerCase().split(',').map((name) => name.split(';')[0].trim())
  const wanted = String(encoding ?? '').toLowerCase()
  return wanted in DECODERS && names.includes(wanted) ? wanted : undefined
}

/**
 * Decodes the body of a response.
 *
 * @param {Buffer} bytes
 * @param {string} encoding that `findAcceptedEncoding` has found
 * @returns {string}
 * @throws {HotpathError} where the bytes have another encoding
 */
export function decodeBody (bytes, encoding) {
  try {
    return Buffer.from(DECODERS[encoding](bytes)).toString()
  } catch {
    throw new HotpathError('WRONG_ANSWER', `sends a body that is not encoded as its content-encoding says: ${encoding}`)
  }
}

/** Decodes the bodies that one load generator gets. Keeps the last one, because most answers are equal. */
export class BodyDecoder {
  /** @type {{ bytes: Buffer, body: string } | undefined} */
  #last

  /** @param {Buffer} bytes @param {string} encoding @returns {string} @throws {HotpathError} as `decodeBody` does */
  decode (bytes, encoding) {
    if (!this.#last?.bytes.equals(bytes)) this.#last = { bytes, body: decodeBody(bytes, encoding) }
    return this.#last.body
  }
}

/**
 * Decodes bytes to the last one: Node ignores what comes after the end of the compressed data, and a browser may not.
 *
 * @param {(bytes: Buffer, options: object) => any} decode which tells with `info` how many bytes it has read
 * @param {Buffer} bytes
 * @returns {Buffer}
 */
function decodeAll (decode, bytes) {
  const { buffer, engine } = decode(bytes, { info: true })
  if (engine.bytesWritten < bytes.length) throw new Error(`${bytes.length - engine.bytesWritten} bytes after the end`)
  return buffer
}
