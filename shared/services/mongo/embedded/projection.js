import { onDemand } from 'bson'
import mingo from 'mingo'
import { translateMingoErrors } from './mingo.js'
import { encodeDocument } from './stored-document.js'

/** @import { CommandError } from './command-error.js' */
/** @import { StoredDocument } from './stored-document.js' */

/**
 * @param {Record<string, any>} [projection]
 * @param {Record<string, any>} [filter] of the same query, for the positional `$`
 * @returns {(document: StoredDocument) => Uint8Array}
 * @throws {CommandError} on a projection that MongoDB refuses
 */
export function createProjector ({ _id, ...fields } = {}, filter = {}) {
  const entries = Object.entries(fields)
  if (entries.length === 0 && _id === undefined) return ({ bytes }) => bytes
  const kept = entries.map(([name, value]) => isFlag(value) && !/[.$]/.test(name) ? Boolean(value) : undefined)
  const including = kept[0] ?? Boolean(_id)
  if (kept.every((flag) => flag === including) && isFlag(_id ?? 1)) {
    const names = new Set(Object.keys(fields))
    if (including === Boolean(_id ?? 1)) names.add('_id')
    return (document) => copyFields(document, names, including)
  }
  // detects a projection with only $slice: MongoDB then keeps all other fields, but mingo drops them
  const slicesOnly = entries.every(([, value]) => value?.$slice)
  const positional = entries.some(([name]) => name.endsWith('.$'))
  const project = (/** @type {Record<string, any>[]} */ contents) => translateMingoErrors(() =>
    mingo.find(contents, positional ? filter : {}, /** @type {any} */ ({ ...fields, ...(_id !== undefined && { _id }) })).all())
  project([])
  return (document) => {
    const [result] = project([document.copyContent()])
    return encodeDocument(slicesOnly ? { ...document.content, ...result } : result).bytes
  }
}

/** @param {any} value */
function isFlag (value) {
  return typeof value === 'number' || typeof value === 'boolean'
}

/**
 * Copies a document's bytes, either with only the named fields or without them. Decodes no value.
 *
 * @param {StoredDocument} document
 * @param {Set<string>} names
 * @param {boolean} including
 * @returns {Uint8Array}
 */
function copyFields ({ bytes }, names, including) {
  const result = Buffer.allocUnsafe(bytes.length)
  let at = 4
  for (const [, nameOffset, nameLength, offset, length] of onDemand.parseToElements(bytes)) {
    const name = Buffer.from(bytes.buffer, bytes.byteOffset + nameOffset, nameLength).toString()
    if (names.has(name) !== including) continue
    result.set(bytes.subarray(nameOffset - 1, offset + length), at)
    at += offset + length - nameOffset + 1
  }
  result[at++] = 0
  result.writeInt32LE(at, 0)
  return result.subarray(0, at)
}
