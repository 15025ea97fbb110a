import { Failure } from './failure.js'
import { shown, typeName } from './wording.js'

const NUMERIC = new Set(['$inc', '$mul'])
const ARRAYS = new Set(['$push', '$addToSet', '$pull', '$pullAll', '$pop'])
const CREATING = new Set(['$set', '$inc', '$mul', '$min', '$max', '$push', '$addToSet', '$currentDate', '$bit'])

/**
 * Refuses what mingo passes over without a word and MongoDB does not: a field of the wrong type.
 *
 * @param {Record<string, any>} content
 * @param {Record<string, Record<string, any>>} operators
 * @throws {Failure}
 */
export function checkTargets (content, operators) {
  for (const [operator, fields] of Object.entries(operators)) {
    for (const path of Object.keys(fields)) {
      // a positional path has many targets; mingo finds them, and passes over those that do not fit
      if (path.includes('$')) continue
      const value = target(content, path, CREATING.has(operator))
      if (value === undefined) continue
      if (NUMERIC.has(operator) && (value?._bsontype === 'Long' || value?._bsontype === 'Decimal128')) {
        throw new Failure(115, `the embedded server cannot apply ${operator} to a ${typeName(value)} beyond 2^53`)
      }
      if (NUMERIC.has(operator) && typeof value !== 'number') {
        throw new Failure(14, `Cannot apply ${operator} to a value of non-numeric type. ` +
          `{_id: ${shown(content._id)}} has the field '${path.split('.').pop()}' of non-numeric type ${typeName(value)}`)
      }
      if (ARRAYS.has(operator) && !Array.isArray(value)) {
        throw new Failure(2, `The field '${path}' must be an array but is of type ${typeName(value)} ` +
          `in document {_id: ${shown(content._id)}}`)
      }
    }
  }
}

/**
 * @param {Record<string, any>} content
 * @param {string} path
 * @param {boolean} creating a missing field would be made
 * @returns {any}
 * @throws {Failure} PathNotViable when a scalar stands in the way
 */
function target (content, path, creating) {
  /** @type {any} */
  let value = content
  const names = path.split('.')
  for (let i = 0; i < names.length && value !== undefined; i++) {
    if (typeof value !== 'object' || value === null || value._bsontype) {
      if (!creating) return
      throw new Failure(28, `Cannot create field '${names[i]}' in element {${names[i - 1]}: ${shown(value)}}`)
    }
    value = value[names[i]]
  }
  return value
}
