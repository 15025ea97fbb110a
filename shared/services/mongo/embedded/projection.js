import { onDemand, serialize } from 'bson'
import { Failure } from './failure.js'
import { inMongoWords, mingo } from './query-language.js'

/** @typedef {import('./stored-document.js').StoredDocument} StoredDocument */

/**
 * @param {Record<string, any>} projection
 * @param {Record<string, any>} filter of the same query, for the positional `$`
 * @returns {((document: StoredDocument) => Uint8Array) | undefined} none when every field stays
 * @throws {Failure} on a projection that MongoDB refuses
 */
export function projector (projection, filter) {
  const fields = Object.entries(projection)
  if (fields.length === 0) return
  const simple = fields.every(([name, value]) => isFlag(value) && !name.includes('.') && !name.includes('$'))
  const including = isInclusion(fields)
  if (simple) {
    const named = fields.filter(([, value]) => Boolean(value) === including).map(([name]) => name)
    return cutter(new Set(named), including, projection._id)
  }
  const onlySlices = fields.every(([name, value]) => isSlice(value) || (name === '_id' && isFlag(value)))
  const positional = fields.some(([name]) => name.endsWith('.$'))
  inMongoWords(() => project([], projection, {}))
  return (document) => {
    const [result] = inMongoWords(() => project([document.copy()], projection, positional ? filter : {}))
    const { _id, ...rest } = onlySlices ? { ...document.content, ...result } : result
    return serialize(_id === undefined || projection._id === 0 ? rest : { _id, ...rest })
  }
}

/**
 * @param {Record<string, any>[]} documents
 * @param {Record<string, any>} projection
 * @param {Record<string, any>} filter
 * @returns {any[]}
 */
function project (documents, projection, filter) {
  return mingo().find(documents, filter, /** @type {any} */ (projection)).all()
}

/** @param {any} value */
function isFlag (value) {
  return typeof value === 'number' || typeof value === 'boolean'
}

/**
 * @param {[string, any][]} fields
 * @returns {boolean} whether the fields are the ones to keep
 */
function isInclusion (fields) {
  const others = fields.filter(([name]) => name !== '_id')
  // $slice alone keeps everything else, so that it decides nothing
  const deciding = others.filter(([, value]) => !isSlice(value))
  if (others.length === 0) return Boolean(fields[0][1])
  const including = deciding.length === 0 ? false : isKept(deciding[0][1])
  for (const [name, value] of deciding) {
    if (isKept(value) === including) continue
    throw including
      ? new Failure(31254, `Cannot do exclusion on field ${name} in inclusion projection`)
      : new Failure(31253, `Cannot do inclusion on field ${name} in exclusion projection`)
  }
  return including
}

/** @param {any} value */
function isSlice (value) {
  return value?.$slice !== undefined
}

/** @param {any} value */
function isKept (value) {
  return isFlag(value) ? Boolean(value) : true
}

/**
 * Keeps or leaves out whole fields by their bytes, without decoding one.
 *
 * @param {Set<string>} names
 * @param {boolean} including
 * @param {any} id what the projection says of _id
 * @returns {(document: StoredDocument) => Uint8Array}
 */
function cutter (names, including, id) {
  if (including && id === undefined) names.add('_id')
  return ({ bytes }) => {
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
}
