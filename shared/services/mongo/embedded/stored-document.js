import { deserialize, ObjectId, onDemand, serialize } from 'bson'
import { Failure } from './failure.js'

/** The size of a document that a client may store, and the little more a command around it may have. */
export const MAX_DOCUMENT_BYTES = 16_777_216
export const MAX_COMMAND_BYTES = MAX_DOCUMENT_BYTES + 16_384

let lastSerial = 0

/** A document as it is kept: the bytes that are served, and its content once somebody asked for it. */
export class StoredDocument {
  /** @type {Record<string, any> | undefined} */
  #content

  /**
   * @param {Uint8Array} bytes
   * @param {Record<string, any>} [content] the same, decoded
   */
  constructor (bytes, content) {
    this.bytes = bytes
    this.#content = content
    this.serial = ++lastSerial
  }

  /** @returns {Record<string, any>} decoded once and kept, so that nobody may change it */
  get content () {
    this.#content ??= deserialize(this.bytes)
    return this.#content
  }

  /** @returns {Record<string, any>} a copy to change */
  copy () {
    return deserialize(this.bytes)
  }

  /**
   * @param {Uint8Array} bytes
   * @param {Record<string, any>} content
   */
  become (bytes, content) {
    this.bytes = bytes
    this.#content = content
  }
}

/**
 * Checks a document that a client sent and gives it an _id, in front, where it has none there.
 *
 * @param {Uint8Array} raw
 * @returns {StoredDocument}
 * @throws {Failure} BSONObjectTooLarge, InvalidBSON, or InvalidIdField
 */
export function storable (raw) {
  if (raw.length > MAX_DOCUMENT_BYTES) {
    throw new Failure(10334,
      `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX_DOCUMENT_BYTES}`)
  }
  const content = decode(raw)
  if (Object.keys(content)[0] === '_id') {
    checkId(content._id)
    // a copy, because what came in belongs to a message of up to 48 MB
    return new StoredDocument(Buffer.from(raw), content)
  }
  const { _id = new ObjectId(), ...rest } = content
  checkId(_id)
  const ordered = { _id, ...rest }
  return new StoredDocument(withBytesOf(ordered, raw, content), ordered)
}

/** @param {Uint8Array} raw */
function decode (raw) {
  try {
    return deserialize(raw)
  } catch (error) {
    throw new Failure(22, error.message)
  }
}

/**
 * @param {any} id
 * @throws {Failure} InvalidIdField
 */
export function checkId (id) {
  const kind = Array.isArray(id) ? 'array' : id instanceof RegExp ? 'regex' : id === undefined ? 'undefined' : ''
  if (kind) throw new Failure(53, `The '_id' value cannot be of type ${kind}`)
}

/**
 * Encodes changed content, but takes over the bytes of every field that is the very same value as before: decoding
 * makes one kind of number of four, and what nobody touched must keep its own.
 *
 * @param {Record<string, any>} content
 * @param {Uint8Array} [raw] the bytes before
 * @param {Record<string, any>} [before] the content of those
 * @param {(a: any, b: any) => boolean} [same]
 * @returns {Buffer}
 */
export function withBytesOf (content, raw = EMPTY, before = {}, same = Object.is) {
  /** @type {Map<string, Uint8Array>} */
  const elements = new Map()
  for (const [, nameOffset, nameLength, offset, length] of onDemand.parseToElements(raw)) {
    elements.set(Buffer.from(raw.buffer, raw.byteOffset + nameOffset, nameLength).toString(),
      raw.subarray(nameOffset - 1, offset + length))
  }
  const parts = [Buffer.alloc(4)]
  for (const [name, value] of Object.entries(content)) {
    const kept = Object.hasOwn(before, name) && same(value, before[name]) ? elements.get(name) : undefined
    // between the length in front and the zero behind stands the one element
    parts.push(kept ? Buffer.from(kept) : Buffer.from(serialize({ [name]: value })).subarray(4, -1))
  }
  parts.push(Buffer.alloc(1))
  const bytes = Buffer.concat(parts)
  bytes.writeInt32LE(bytes.length, 0)
  return bytes
}

const EMPTY = new Uint8Array([5, 0, 0, 0, 0])
