/**
 * The values a document has at a dotted path, through arrays, each element of a final array by itself: what MongoDB
 * indexes and sorts by.
 *
 * @param {Record<string, any>} document
 * @param {string} path
 * @param {any} [missing] stands for a field that is not there; an index takes it as null
 * @returns {any[]}
 */
export function valuesAt (document, path, missing = null) {
  if (!path.includes('.')) {
    const value = document[path]
    if (!Array.isArray(value)) return [value === undefined ? missing : value]
    return value.length > 0 ? value : [undefined]
  }
  /** @type {any[]} */
  const values = []
  collect(document, path.split('.'), 0, values)
  return values.length > 0 ? values.map((value) => value === undefined ? missing : value) : [missing]
}

/**
 * @param {any} value
 * @param {string[]} names
 * @param {number} depth
 * @param {any[]} values
 */
function collect (value, names, depth, values) {
  if (depth === names.length) {
    if (!Array.isArray(value)) values.push(value)
    else if (value.length === 0) values.push(undefined)
    else for (const element of value) values.push(element)
  } else if (Array.isArray(value)) {
    const name = names[depth]
    const positional = /^\d+$/.test(name)
    if (positional) collect(value[Number(name)], names, depth + 1, values)
    for (const element of value) {
      if (isObject(element) && (!positional || Object.hasOwn(element, name))) collect(element, names, depth, values)
    }
  } else {
    collect(isObject(value) ? value[names[depth]] : undefined, names, depth + 1, values)
  }
}

/**
 * @param {any} value
 * @returns {boolean} whether it is a plain document
 */
export function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !value._bsontype &&
    !(value instanceof Date) && !(value instanceof RegExp)
}

/** Stands for a field that is not there. */
const MISSING = Symbol('missing')

/**
 * @param {Record<string, any>} document
 * @param {string} path
 * @returns {boolean} whether anything is there, in an array too; what a sparse index asks
 */
export function isThere (document, path) {
  return valuesAt(document, path, MISSING).some((value) => value !== MISSING)
}
