import zlib from 'node:zlib'
import { decompress } from 'fzstd'
import { HotpathError } from '../failures.js'

/** @typedef {Record<string, string>} Headers of a request */

/** Decoders, by content-encoding. Node's own zstd is in 22.15 and newer only. @type {Record<string, (bytes: Buffer) => Uint8Array>} */
const DECODERS = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync, zstd: decompress }

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
