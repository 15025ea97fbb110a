import { deserialize, ObjectId, serialize } from 'bson'
import { CommandError } from './command-error.js'

export const MAX_DOCUMENT_BYTES = 16_777_216

let lastSerial = 0

/** A stored document: its BSON bytes, which clients receive, and its content, which is decoded at the first use. */
export class StoredDocument {
  /** @type {Record<string, any> | undefined} */
  #content

  /**
   * @param {Uint8Array} bytes
   * @param {Record<string, any>} [content] the same, decoded
   */
  constructor (bytes, content) {
    this.serial = ++lastSerial
    this.bytes = bytes
    this.#content = content
  }

  /** @returns {Record<string, any>} shared: nobody may change it */
  get content () {
    this.#content ??= deserialize(this.bytes)
    return this.#content
  }

  /** @returns {Record<string, any>} a copy that may be changed */
  copyContent () {
    return deserialize(this.bytes)
  }

  /**
   * Replaces this document's bytes and content by another document's, and keeps the serial number.
   *
   * @param {StoredDocument} other
   */
  assign ({ bytes, content }) {
    this.bytes = bytes
    this.#content = content
  }
}

/**
 * Decodes a document from a client, and adds an _id if the document has none.
 *
 * @param {Uint8Array} bytes
 * @returns {StoredDocument}
 * @throws {CommandError} BSONObjectTooLarge or InvalidBSON
 */
export function decodeDocument (bytes) {
  checkSize(bytes)
  let content
  try {
    content = deserialize(bytes)
  } catch (error) {
    throw new CommandError(22, error.message)
  }
  if (Object.keys(content)[0] !== '_id') return encodeDocument({ _id: new ObjectId(), ...content })
  // copies the bytes, because a view of them would keep the client's whole message of up to 48 MB in memory
  return new StoredDocument(Buffer.from(bytes), content)
}

/**
 * @param {Record<string, any>} content
 * @returns {StoredDocument}
 * @throws {CommandError} BSONObjectTooLarge
 */
export function encodeDocument (content) {
  const ordered = moveIdFirst(content)
  const bytes = serialize(ordered)
  checkSize(bytes)
  return new StoredDocument(bytes, ordered)
}

/** @param {Uint8Array} bytes */
function checkSize ({ length }) {
  if (length <= MAX_DOCUMENT_BYTES) return
  throw new CommandError(10334, `object too large. size in bytes: ${length}, max size: ${MAX_DOCUMENT_BYTES}`)
}

/**
 * @param {Record<string, any>} content
 * @returns {Record<string, any>} the same fields in MongoDB's order
 */
function moveIdFirst (content) {
  return '_id' in content ? { _id: content._id, ...content } : content
}
